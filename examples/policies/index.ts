import { Config } from "@pulumi/pulumi";
import { HttpsEdgeRoute } from "pulumi-edge-ingress";

const config = new Config();
const edgeId = config.require("edgeId");
const backend = { backendId: config.require("backendId") };

// The policy pack allows this route to be open.
new HttpsEdgeRoute("health", { edgeId, matchType: "exact_path", match: "/health", backend });

new HttpsEdgeRoute("admin", {
  edgeId,
  matchType: "path_prefix",
  match: "/admin",
  backend,
  oauth: { provider: { provider1: { organizations: ["example"] } }, maximumDuration: 28_800 },
});
