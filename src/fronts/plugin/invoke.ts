import type { ServerWritableStream } from "@grpc/grpc-js";
import * as proto from "@pulumi/pulumi/proto/provider_pb";
import { pluginToken } from "../../core/definitions/define";
import {
  callLookupFunction,
  checkLookupArguments,
  getLookupFunction,
  wrapLookupResult,
} from "../../core/provider/lookup-functions";
import { containsSecret, unwrapSecrets } from "../../core/pulumi/engine-values";
import type { Values } from "../../core/schema/values";
import { definitionOf } from "./identify";
import { failuresOf, messageOf, valuesIn } from "./properties";
import type { Session } from "./resource-calls";

/** Calls a function. It sends requests in a preview, too. */
export async function invoke({ provider, logOf, signal }: Session, request: proto.InvokeRequest) {
  const called = getLookupFunction(request.getTok().replace(pluginToken(""), ""));
  const given = valuesIn(request.getArgs());
  const args = unwrapSecrets(given) as Values;
  const failures = failuresOf(checkLookupArguments(called, args));
  if (failures.length > 0) return new proto.InvokeResponse().setFailuresList(failures);
  const secretPaths = Object.keys(args).filter((key) => containsSecret(given[key]));
  const found = await callLookupFunction(called, provider, args, {
    signal,
    log: logOf(""),
    secretPaths,
  });
  return new proto.InvokeResponse().setReturn(
    messageOf(wrapLookupResult(called, found, undefined, secretPaths)),
  );
}

/** Lists the ids of every object of a kind. */
export async function list(
  { provider, logOf, signal }: Session,
  stream: ServerWritableStream<proto.ListRequest, proto.ListResponse>,
): Promise<void> {
  const definition = definitionOf(stream.request.getToken());
  // None is 0.
  const limit = stream.request.getLimit() || undefined;
  for (const { id } of await provider.list(definition, { signal, log: logOf(""), limit }))
    stream.write(
      new proto.ListResponse().setResult(new proto.ListResponse.Result().setId(id).setName(id)),
    );
}
