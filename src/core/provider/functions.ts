import * as definitions from "../definitions";
import { type Definition, getFunction, isListed, listFunction } from "../schema/definition";
import { pathKeys } from "../schema/field";
import { formatProblem } from "../schema/leaves";
import { mismatchText, mustBe, notAnArgument, type Problem, REQUIRED } from "../schema/problem";
import { withRepeatingOutputs, withSecrets } from "../schema/secrets";
import { isObject, isSet, type Values } from "../schema/values";
import type { CallOptions, ResourceView } from "./call";
import type { Provider } from "./provider";

/**
 * The functions of a program that look objects up; modules are looked up with the object that they belong to. One that needs no
 * ids finds every object of the account. Whatever does not depend on the program's language is here.
 */
const functions = Object.values<Definition>(definitions).flatMap((definition) => {
  if (definition.kind === "singleton") return [];
  const get = {
    name: getFunction(definition),
    definition,
    parameters: [...pathKeys(definition.fields), "id"],
  };
  return isListed(definition)
    ? [get, { name: listFunction(definition), definition, parameters: [] }]
    : [get];
});

type LookupFunction = (typeof functions)[number];

export function functionNamed(name: string): LookupFunction {
  const called = functions.find((each) => each.name === name);
  if (!called) throw new Error(`there is no function ${name}`);
  return called;
}

export function problemsOf({ parameters }: LookupFunction, args: unknown): Problem[] {
  if (!isObject(args)) return [{ path: "the arguments", reason: "must be an object" }];
  const unknown = Object.keys(args).filter((key) => !parameters.includes(key));
  return [
    ...unknown.map((key) => notAnArgument(key, parameters)),
    ...parameters.flatMap((key) => problemsOfId(key, args[key])),
  ];
}

function problemsOfId(path: string, value: unknown): Problem[] {
  if (!isSet(value)) return [{ path, reason: REQUIRED }];
  const reason =
    typeof value === "string" ? formatProblem("id", value) : mismatchText(mustBe("string", value));
  return reason === undefined ? [] : [{ path, reason }];
}

/** Calls a function with arguments that have no problems; gives the object that was found, or every object as `results`. */
export async function call(
  { definition, parameters }: LookupFunction,
  provider: Provider,
  args: Values,
  options: CallOptions,
): Promise<Values> {
  if (parameters.length === 0)
    return { results: (await provider.list(definition, options)).map(flat) };
  const { id, ...outputs } = args;
  const secrets = options.secretPaths?.map((key) => String(args[key])) ?? [];
  return flat(await provider.get(definition, { ...options, secrets, id: String(id), outputs }));
}

const flat = ({ id, outputs }: ResourceView): Values => ({ id, ...outputs });

/** What was found, with its secrets wrapped. An id is secret if the program has marked it, and its address repeats it. */
export function wrapFound(
  { definition: { fields }, parameters }: LookupFunction,
  found: Values,
  wrap?: (value: unknown) => object,
  secretPaths: readonly string[] = [],
): Values {
  const marked = withRepeatingOutputs(
    fields,
    secretPaths.includes("id") ? [...secretPaths, "uri"] : secretPaths,
  );
  const wrapObject = (object: Values) => withSecrets(fields, object, wrap, marked);
  const results = Array.isArray(found.results) ? found.results : [];
  return parameters.length === 0 ? { results: results.map(wrapObject) } : wrapObject(found);
}
