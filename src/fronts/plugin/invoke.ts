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
import { definitionForToken } from "./identify";
import { toCheckFailures, toStruct, toValues } from "./properties";
import type { Session } from "./resource-calls";

/** Calls a lookup function. The function sends requests in previews, too. */
export async function invoke({ provider, logFor, signal }: Session, request: proto.InvokeRequest) {
  const called = getLookupFunction(request.getTok().replace(pluginToken(""), ""));
  const wrappedArgs = toValues(request.getArgs());
  const args = unwrapSecrets(wrappedArgs) as Values;
  const failures = toCheckFailures(checkLookupArguments(called, args));
  if (failures.length > 0) return new proto.InvokeResponse().setFailuresList(failures);
  const secretPaths = Object.keys(args).filter((key) => containsSecret(wrappedArgs[key]));
  const found = await callLookupFunction(called, provider, args, {
    signal,
    log: logFor(""),
    secretPaths,
  });
  return new proto.InvokeResponse().setReturn(
    toStruct(wrapLookupResult(called, found, undefined, secretPaths)),
  );
}

/** Lists the ids of every object of a type. */
export async function list(
  { provider, logFor, signal }: Session,
  stream: ServerWritableStream<proto.ListRequest, proto.ListResponse>,
): Promise<void> {
  const definition = definitionForToken(stream.request.getToken());
  // 0 means that there is no limit.
  const limit = stream.request.getLimit() || undefined;
  const found = await provider.list(definition, { signal, log: logFor(""), limit });
  for (const { id } of found) {
    const result = new proto.ListResponse.Result().setId(id).setName(id);
    stream.write(new proto.ListResponse().setResult(result));
  }
}
