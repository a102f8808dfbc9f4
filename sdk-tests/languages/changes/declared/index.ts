import { HttpsEdgeRoute } from "pulumi-edge-ingress";

new HttpsEdgeRoute("api", {
  edgeId: "edghts_1",
  matchType: "path_prefix",
  match: "/api",
  metadata: "canary of the web team",
  oauth: { provider: { provider1: { organizations: ["example"] } } },
});
