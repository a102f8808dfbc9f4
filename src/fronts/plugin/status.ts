import { Metadata, type ServiceError, status } from "@grpc/grpc-js";
import { ErrorResourceInitFailed } from "@pulumi/pulumi/proto/provider_pb";
import { Status } from "@pulumi/pulumi/proto/status_pb";
import { Any } from "google-protobuf/google/protobuf/any_pb";
import type { Struct } from "google-protobuf/google/protobuf/struct_pb";
import { ResourceInitFailed } from "../../core/provider/provider";
import type { Table } from "../../core/schema/field";
import type { Values } from "../../core/schema/values";
import { isNested, visits, walk } from "../../core/schema/walk";
import { recordedOutputs, toProperties } from "./properties";

/** An error as gRPC passes it on. */
export function toServiceError(error: unknown): Partial<ServiceError> {
  const { message, metadata } = error as Error & Pick<Partial<ServiceError>, "metadata">;
  return { code: status.UNKNOWN, details: message, ...(metadata && { metadata }) };
}

/** gRPC sends the details of a status as base64 in a header, for which Node.js has a limit of 64 KiB. */
const MAX_DETAILS_BYTES = 45_000;

/** The engine's Go reads what is packed here, which gRPC for Node.js has no words for. */
function detailsOf(message: string, id: string, properties: Struct): Uint8Array {
  const failed = new ErrorResourceInitFailed()
    .setId(id)
    .setProperties(properties)
    .setReasonsList([message]);
  const detail = new Any();
  detail.pack(failed.serializeBinary(), "pulumirpc.ErrorResourceInitFailed");
  return new Status()
    .setCode(status.UNKNOWN)
    .setMessage(message)
    .setDetailsList([detail])
    .serializeBinary();
}

/** Passes on what exists already if a call fails: the engine keeps it in its state, and the reason beside it. */
export async function withPartialState<T>(fields: Table, call: () => Promise<T>) {
  try {
    return await call();
  } catch (error) {
    throw error instanceof ResourceInitFailed
      ? Object.assign(error, { metadata: metadataOf(fields, error) })
      : error;
  }
}

/** Holds as much of what exists as can be passed on: what the state lacks then shows as a change, and is sent again. */
function metadataOf(
  fields: Table,
  { id, state = {}, secretPaths, message }: ResourceInitFailed,
): Metadata {
  const detailsWith = (outputs: Values) =>
    detailsOf(
      message,
      id,
      toProperties(fields, recordedOutputs(fields, { id, outputs }), secretPaths),
    );
  const fits = (values: Values) => detailsWith(values).length <= MAX_DETAILS_BYTES;
  const metadata = new Metadata();
  metadata.add(
    "grpc-status-details-bin",
    Buffer.from(detailsWith(dropLargestUntil(fields, state, fits))),
  );
  return metadata;
}

/** The values without the largest, so that the rest fits. What addresses the object, or would replace it, stays. */
function dropLargestUntil(
  fields: Table,
  values: Values,
  fits: (values: Values) => boolean,
): Values {
  const leaves = visits(fields, values)
    .filter((visited) => visited.value !== undefined && !isNested(visited))
    .filter(({ row }) => row && !row.pathParameter && !row.createOnly)
    .map(({ path, value }) => ({ path, bytes: Buffer.byteLength(JSON.stringify(value)) }));
  let left = values;
  for (const leaf of leaves.sort((a, b) => b.bytes - a.bytes)) {
    if (fits(left)) break;
    left = walk(fields, left, ({ path, below }) => (path === leaf.path ? undefined : below()));
  }
  return left;
}
