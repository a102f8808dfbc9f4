import { Config } from "@pulumi/pulumi";
import { HttpsEdgeRoute, HttpsEdgeRouteWebsocketTcpConverter } from "pulumi-edge-ingress";

// The team that keeps the routes. Another one, in a program of its own, is to keep the logins.
const config = new Config();
const edgeId = config.require("edgeId");

// First both teams agree, then this is true for one `pulumi up`: the route lets go of its login, which stays on the server
// as it is. From then on neither argument is needed: what a program does not name, it leaves alone.
const login = config.requireBoolean("handOverLogin")
  ? { retainRemovedModules: true }
  : { oauth: { provider: { provider1: { organizations: ["example"] } } } };

const admin = new HttpsEdgeRoute("admin", {
  edgeId,
  matchType: "path_prefix",
  match: "/admin",
  backend: { backendId: config.require("backendId") },
  ...login,
});

// A module of this team's own. Given the route itself, it goes together with it.
new HttpsEdgeRouteWebsocketTcpConverter("shell", { route: admin });

/** For the team that keeps the logins. */
export const adminRoute = { edgeId, routeId: admin.id };
