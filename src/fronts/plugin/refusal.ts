import { type sendUnaryData, status, type UntypedServiceImplementation } from "@grpc/grpc-js";
import { PluginInfo } from "@pulumi/pulumi/proto/plugin_pb";
import { ResourceProviderService } from "@pulumi/pulumi/proto/provider_grpc_pb";
import { ProviderHandshakeResponse } from "@pulumi/pulumi/proto/provider_pb";
import { Empty } from "google-protobuf/google/protobuf/empty_pb";

type Respond = (call: unknown, callback: sendUnaryData<unknown>) => void;

/**
 * Answers the calls with which the engine starts and ends a plugin, and refuses all others with a reason. If a plugin ended
 * instead, the engine would report a bug of the provider above the reason.
 */
export function refusingService(version: string, reason: string): UntypedServiceImplementation {
  const refuse: Respond = (_, callback) =>
    callback({ code: status.FAILED_PRECONDITION, details: reason });
  const answer =
    (response: unknown): Respond =>
    (_, callback) =>
      callback(null, response);
  const unary = Object.entries(ResourceProviderService).filter(
    ([, { responseStream }]) => !responseStream,
  );
  return {
    ...Object.fromEntries(unary.map(([name]) => [name, refuse])),
    handshake: answer(new ProviderHandshakeResponse().setAcceptSecrets(true)),
    attach: answer(new Empty()),
    getPluginInfo: answer(new PluginInfo().setVersion(version)),
    cancel: answer(new Empty()),
  };
}
