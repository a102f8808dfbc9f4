import * as pulumi from "@pulumi/pulumi";
import { HttpsEdgeRoute, HttpsEdgeRouteOAuth } from "pulumi-edge-ingress";

/** A route that only members of an organization reach. */
export class ProtectedRoute extends pulumi.ComponentResource {
  readonly route: HttpsEdgeRoute;
  readonly login: HttpsEdgeRouteOAuth;

  constructor(name: string, { match, organization }: { match: string; organization: string }) {
    super("example:index:ProtectedRoute", name);
    this.route = new HttpsEdgeRoute(
      name,
      { edgeId: "edghts_1", matchType: "path_prefix", match, backend: { backendId: "bkdhr_1" } },
      { parent: this },
    );
    this.login = new HttpsEdgeRouteOAuth(
      name,
      { route: this.route, provider: { provider1: { organizations: [organization] } } },
      { parent: this },
    );
  }
}
