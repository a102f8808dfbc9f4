const { Config } = require("@pulumi/pulumi");
const { AgentIngress, HttpsEdgeRoute } = require("pulumi-edge-ingress");

const config = new Config();

const ingress = new AgentIngress("agents", { domain: "connect.example.com" });

const admin = new HttpsEdgeRoute("admin", {
  edgeId: config.require("edgeId"),
  matchType: "path_prefix",
  match: "/admin",
  backend: { backendId: config.require("backendId") },
  oauth: { provider: { provider1: { organizations: ["example"] } } },
});

// NS records to set at the registrar of the domain, and the id of the route.
module.exports = { nsRecords: ingress.nsTargets, admin: admin.id };
