import { Config, StackReference } from "@pulumi/pulumi";
import { HttpsEdgeRouteOAuth } from "pulumi-edge-ingress";

const platform = new StackReference(new Config().require("platformStack"));
const adminRoute = platform
  .requireOutput("adminRoute")
  .apply((route: { edgeId: string; routeId: string }) => route);

// The login is there already, and is to be stricter: without `adopt` that is an error, because it could be another party's.
new HttpsEdgeRouteOAuth("admin-login", {
  edgeId: adminRoute.edgeId,
  routeId: adminRoute.routeId,
  adopt: true,
  provider: { provider1: { teams: ["example/operators"] } },
});
