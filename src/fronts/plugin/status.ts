import { Metadata, type ServiceError, status } from "@grpc/grpc-js";
import { ErrorResourceInitFailed } from "@pulumi/pulumi/proto/provider_pb";
import { Status } from "@pulumi/pulumi/proto/status_pb";
import { Any } from "google-protobuf/google/protobuf/any_pb";
import type { Struct } from "google-protobuf/google/protobuf/struct_pb";

/** An object exists otherwise than asked: the engine keeps what it is in its state, and the reason beside it. */
export class InitFailed extends Error {
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

/**
 * Node.js sends no header of more than 64 KiB, and gRPC has the details of a status in one, as base64: the engine would see
 * a call without an end.
 */
const MAX_DETAILS_BYTES = 45_000;

/** Whether an error can be passed on with what it holds. */
export const fitsStatus = (error: InitFailed): boolean => detailsOf(error).length <= MAX_DETAILS_BYTES;

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
