import { secret } from "@pulumi/pulumi";
import { HttpsEdgeRoute } from "pulumi-edge-ingress";

new HttpsEdgeRoute(
  "gateway",
  {
    edgeId: "edghts_1",
    matchType: "path_prefix",
    match: "/api",
    metadata: secret("canary of the web team"),
    oauth: { provider: { provider1: { organizations: ["example"] } } },
  },
  { aliases: [{ name: "api" }] },
);
