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
      organizations: ["example"],
    },
  },
};

new HttpsEdgeTlsTermination("tls", { edgeId, minVersion: "1.2" });

new HttpsEdgeRoute("admin", { edgeId, matchType: "path_prefix", match: "/admin", backend, oauth });

new HttpsEdgeRoute("reports", {
  edgeId,
  matchType: "path_prefix",
  match: "/reports",
  backend,
  oauth,
});
