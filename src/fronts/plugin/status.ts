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

/** An error in the form of gRPC. */
export function toServiceError(error: unknown): Partial<ServiceError> {
  const { message, metadata } = error as Error & Pick<Partial<ServiceError>, "metadata">;
  const serviceError = { code: status.UNKNOWN, details: message };
  return metadata ? { ...serviceError, metadata } : serviceError;
}

/** gRPC sends the details of a status as base64 in a header, for which Node.js has a limit of 64 KiB. */
const MAX_DETAILS_BYTES = 45_000;

/** The details of a status with the properties of an object. The engine reads them; gRPC for Node.js has no API for details. */
function packDetails(message: string, id: string, properties: Struct): Uint8Array {
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

/** Makes a call. If it fails after the object was created, the error contains the object: the engine keeps it in the state. */
export async function withPartialState<T>(fields: Table, call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    if (!(error instanceof ResourceInitFailed)) throw error;
    throw Object.assign(error, { metadata: partialStateMetadata(fields, error) });
  }
}

/** Metadata with as much of the object as fits. The next diff reports the values that the state lacks, and sends them again. */
function partialStateMetadata(
  fields: Table,
  { id, state = {}, secretPaths, message }: ResourceInitFailed,
): Metadata {
  const detailsWith = (outputs: Values) =>
    packDetails(
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

/** The values without the largest, so that the rest fits. Arguments that address the object, or force replacement, stay. */
function dropLargestUntil(
  fields: Table,
  values: Values,
  fits: (values: Values) => boolean,
): Values {
  const leaves = visits(fields, values)
    .filter((visited) => visited.value !== undefined && !isNested(visited))
    .filter(({ row }) => row && !row.pathParameter && !row.createOnly)
    .map(({ path, value }) => ({ path, bytes: Buffer.byteLength(JSON.stringify(value)) }));
  let remaining = values;
  for (const leaf of leaves.sort((a, b) => b.bytes - a.bytes)) {
    if (fits(remaining)) break;
    remaining = walk(fields, remaining, ({ path, below }) =>
      path === leaf.path ? undefined : below(),
    );
  }
  return remaining;
}
