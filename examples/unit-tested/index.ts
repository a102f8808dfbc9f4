import { Config } from "@pulumi/pulumi";
import { AgentIngress, HttpsEdgeRoute } from "pulumi-edge-ingress";

const config = new Config();
const edgeId = config.require("edgeId");
const backend = { backendId: config.require("backendId") };

const ingress = new AgentIngress("agents", { domain: "connect.example.com" });

/** Open to everybody. */
export const api = new HttpsEdgeRoute("api", {
  edgeId,
  matchType: "path_prefix",
  match: "/api",
  backend,
});

/** Takes a login. */
export const admin = new HttpsEdgeRoute("admin", {
  edgeId,
  matchType: "path_prefix",
  match: "/admin",
  backend,
  oauth: { provider: { provider1: { organizations: ["example"] } } },
});

/** What to set at the registrar, one line for each record. */
export const zone = ingress.nsTargets.apply((targets) =>
  targets.map((target) => `connect NS ${target}.`),
);
