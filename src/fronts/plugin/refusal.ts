import { type sendUnaryData, status, type UntypedServiceImplementation } from "@grpc/grpc-js";
import { PluginInfo } from "@pulumi/pulumi/proto/plugin_pb";
import { ResourceProviderService } from "@pulumi/pulumi/proto/provider_grpc_pb";
import { ProviderHandshakeResponse } from "@pulumi/pulumi/proto/provider_pb";
import { Empty } from "google-protobuf/google/protobuf/empty_pb";

type Respond = (call: unknown, callback: sendUnaryData<unknown>) => void;

/**
 * A service that accepts the calls with which the engine starts and ends a plugin, and refuses all other calls with a reason. If the
 * plugin exited instead, the engine would report a bug of the provider above the reason.
 */
export function refusingService(version: string, reason: string): UntypedServiceImplementation {
  const refuse: Respond = (_, callback) =>
    callback({ code: status.FAILED_PRECONDITION, details: reason });
  const respondWith =
    (response: unknown): Respond =>
    (_, callback) =>
      callback(null, response);
  const unary = Object.entries(ResourceProviderService).filter(
    ([, { responseStream }]) => !responseStream,
  );
  return {
    ...Object.fromEntries(unary.map(([name]) => [name, refuse])),
    handshake: respondWith(new ProviderHandshakeResponse().setAcceptSecrets(true)),
    attach: respondWith(new Empty()),
    getPluginInfo: respondWith(new PluginInfo().setVersion(version)),
    cancel: respondWith(new Empty()),
  };
}
