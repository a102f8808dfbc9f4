import * as pulumi from "@pulumi/pulumi";
import type { IResourceMonitorClient } from "@pulumi/pulumi/proto/resource_grpc_pb";
import { SupportsFeatureRequest } from "@pulumi/pulumi/proto/resource_pb";
import { log } from "./messages";

/**
 * Warns of an engine that ends programs before its last steps. The engine does not report whether it has the call by which a program
 * waits for these steps. It reports whether it has resource hooks, which came with the same release.
 */
export function warnOfOldEngine(): void {
  const monitor = pulumi.runtime.getMonitor() as IResourceMonitorClient | undefined;
  monitor?.supportsFeature(
    new SupportsFeatureRequest().setId("resourceHooks"),
    (error, response) => {
      if (error || response.getHassupport()) return;
      const text =
        "this Pulumi CLI is older than 3.182: it ends the program before the engine's last steps, and with options such as `--exclude` this " +
        "package may not report which module it keeps or loses; update the CLI";
      log({ severity: "warning", text });
    },
  );
}
