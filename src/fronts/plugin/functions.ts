import type { ServerWritableStream } from "@grpc/grpc-js";
import {
  CheckFailure,
  type InvokeRequest,
  InvokeResponse,
  type ListRequest,
  ListResponse,
} from "@pulumi/pulumi/proto/provider_pb";
import type { CallOptions, Provider, ResourceView } from "../../core/provider/types";
import type { Definition } from "../../core/schema/definition";
import { pathKeys, type Table } from "../../core/schema/field";
import { formatProblem } from "../../core/schema/formats";
import { withRepeats } from "../../core/schema/marked";
import { mustBe } from "../../core/schema/messages";
import { type Problem, textOf } from "../../core/schema/problem";
import { withSecrets } from "../../core/schema/secrets";
import { notAnArgument } from "../../core/schema/suggest";
import { isSet, type Values } from "../../core/schema/values";
import { holdsWrapped, inClear } from "../../core/schema/wrapped";
import { functionOf, kindOf, type ProviderFunction } from "./kinds";
import type { Session } from "./resource-calls";
import { messageOf, valuesIn } from "./values";

/** Calls a function. It sends requests in a preview, too. */
export async function invoke({ provider, logOf, signal }: Session, request: InvokeRequest): Promise<InvokeResponse> {
  const called = functionOf(request.getTok());
  const given = valuesIn(request.getArgs());
  const args = inClear(given) as Values;
  const problems = problemsOf(args, argumentsOf(called));
  if (problems.length > 0) return new InvokeResponse().setFailuresList(problems.map(failureOf));
  const secretPaths = Object.keys(args).filter((key) => holdsWrapped(given[key]));
  const secrets = secretPaths.map((key) => String(args[key]));
  const options = { signal, log: logOf(""), secretPaths, secrets };
  const found = await resultOf(provider, called, args, options);
  return new InvokeResponse().setReturn(messageOf(found));
}

async function resultOf(
  provider: Provider,
  { kind, does }: ProviderFunction,
  args: Values,
  options: CallOptions & { readonly secretPaths: readonly string[] },
) {
  const { name, definition } = kind;
  if (does === "list")
    return { results: (await provider.list(name, options)).map((each) => shown(definition, each, [])) };
  const { id, ...outputs } = args;
  const found = await provider.get(name, { ...options, id: String(id), outputs });
  return shown(definition, found, options.secretPaths);
}

/** What is found, its secrets wrapped; an id is one where the program has marked it, and its address tells it. */
function shown({ fields }: Definition, { id, outputs }: ResourceView, secretPaths: readonly string[]): Values {
  const marked = secretPaths.includes("id") ? [...secretPaths, "uri"] : secretPaths;
  const table: Table = { ...fields, id: { kind: "string" } };
  return withSecrets(table, { ...outputs, id }, undefined, withRepeats(fields, marked));
}

const argumentsOf = ({ kind, does }: ProviderFunction): string[] =>
  does === "get" ? [...pathKeys(kind.definition.fields), "id"] : [];

const problemsOf = (args: Values, known: readonly string[]): Problem[] => [
  ...Object.keys(args).flatMap((key) => (known.includes(key) ? [] : [notAnArgument(key, known)])),
  ...known.flatMap((key) => (isSet(args[key]) ? idProblems(key, args[key]) : [{ path: key, reason: "is required" }])),
];

function idProblems(path: string, value: unknown): Problem[] {
  const reason = typeof value === "string" ? formatProblem("id", value) : mustBe("string", value);
  return reason === undefined ? [] : [{ path, reason }];
}

const failureOf = (problem: Problem): CheckFailure => new CheckFailure().setReason(textOf(problem));

/** Lists the ids of every object of a kind. */
export async function list(
  { provider, logOf, signal }: Session,
  call: ServerWritableStream<ListRequest, ListResponse>,
): Promise<void> {
  const { name } = kindOf(call.request.getToken());
  // None is 0.
  const limit = call.request.getLimit() || undefined;
  for (const { id } of await provider.list(name, { signal, log: logOf(""), limit }))
    call.write(new ListResponse().setResult(new ListResponse.Result().setId(id).setName(id)));
}
