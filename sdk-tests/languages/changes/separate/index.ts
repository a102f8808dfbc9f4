import { secret } from "@pulumi/pulumi";
import { HttpsEdgeRoute, HttpsEdgeRouteOAuth } from "pulumi-edge-ingress";

const route = new HttpsEdgeRoute("gateway", {
  edgeId: "edghts_1",
  matchType: "path_prefix",
  match: "/api",
  metadata: secret("canary of the web team"),
  retainRemovedModules: true,
});

new HttpsEdgeRouteOAuth("login", {
  route,
  provider: { provider1: { organizations: ["example"] } },
});
