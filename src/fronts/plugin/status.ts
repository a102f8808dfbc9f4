import { Metadata, type ServiceError, status } from "@grpc/grpc-js";
import { ErrorResourceInitFailed } from "@pulumi/pulumi/proto/provider_pb";
import { Status } from "@pulumi/pulumi/proto/status_pb";
import { Any } from "google-protobuf/google/protobuf/any_pb";
import type { Struct } from "google-protobuf/google/protobuf/struct_pb";
import { ResourceInitFailed } from "../../core/provider/options";
import type { Table } from "../../core/schema/field";
import type { Values } from "../../core/schema/values";
import { visits, walk } from "../../core/schema/walk";
import { recorded, wrapped } from "./properties";

/** An object exists otherwise than asked: the engine keeps what it is in its state, and the reason beside it. */
class InitFailed extends Error {
  override readonly name = "InitFailed";

  constructor(
    message: string,
    readonly id: string,
    readonly properties: Struct,
  ) {
    super(message);
  }
}

/** An error as gRPC passes it on. */
export function statusOf(error: unknown): Partial<ServiceError> {
  const { message } = error as Error;
  const answer = { code: status.UNKNOWN, details: message };
  return error instanceof InitFailed ? { ...answer, metadata: metadataOf(error) } : answer;
}

/** gRPC sends the details of a status as base64 in a header, for which Node.js has a limit of 64 KiB. */
const MAX_DETAILS_BYTES = 45_000;

/** Whether an error can be passed on with what it holds. */
const fitsStatus = (error: InitFailed): boolean => detailsOf(error).length <= MAX_DETAILS_BYTES;

function metadataOf(error: InitFailed): Metadata {
  const metadata = new Metadata();
  metadata.add("grpc-status-details-bin", Buffer.from(detailsOf(error)));
  return metadata;
}

/** The engine's Go reads what is packed here, which gRPC for Node.js has no words for. */
function detailsOf({ message, id, properties }: InitFailed): Uint8Array {
  const failed = new ErrorResourceInitFailed().setId(id).setProperties(properties).setReasonsList([message]);
  const detail = new Any();
  detail.pack(failed.serializeBinary(), "pulumirpc.ErrorResourceInitFailed");
  return new Status().setCode(status.UNKNOWN).setMessage(message).setDetailsList([detail]).serializeBinary();
}

/** Passes on what exists already if a call fails. */
export async function withPartialState<T>(fields: Table, call: () => Promise<T>) {
  try {
    return await call();
  } catch (error) {
    throw error instanceof ResourceInitFailed ? initFailed(fields, error) : error;
  }
}

/** Holds as much of what exists as can be passed on: what the state lacks then shows as a change, and is sent again. */
function initFailed(fields: Table, { id, state = {}, secretPaths, message }: ResourceInitFailed): InitFailed {
  const failedWith = (values: Values) =>
    new InitFailed(message, id, wrapped(fields, recorded(fields, { id, outputs: values }), secretPaths));
  return failedWith(dropLargestUntil(fields, state, (values) => fitsStatus(failedWith(values))));
}

/** The values without the largest, so that the rest fits. What addresses the object, or would replace it, stays. */
function dropLargestUntil(fields: Table, values: Values, fits: (values: Values) => boolean): Values {
  let left = values;
  for (const leaf of leavesOf(fields, values).sort((a, b) => b.bytes - a.bytes)) {
    if (fits(left)) break;
    left = walk(fields, left, ({ path, below }) => (path === leaf.path ? undefined : below()));
  }
  return left;
}

function leavesOf(fields: Table, values: Values) {
  const leaves = visits(fields, values).filter(
    ({ row, value, isOpen }) =>
      row && !row.pathParameter && !row.createOnly && value !== undefined && !(row.kind === "object" && isOpen),
  );
  return leaves.map(({ path, value }) => ({ path, bytes: Buffer.byteLength(JSON.stringify(value)) }));
}
