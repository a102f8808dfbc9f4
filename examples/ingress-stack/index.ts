import { Config, interpolate } from "@pulumi/pulumi";
import { AgentIngress, EventDestination, SshCertificateAuthority } from "pulumi-edge-ingress";
import { databaseBackend, routes, tls } from "./edges";

const config = new Config();
const domain = config.require("domain");
// Agents use the regional domains, and clients trust the public key: a replacement of either object breaks them.
const options = { protect: config.getBoolean("protect") ?? true };

// Agents connect to regional subdomains of a domain of ours; the service keeps their certificates valid.
const ingress = new AgentIngress(
  "agents",
  {
    domain,
    description: "Where our agents connect",
    certificateManagementPolicy: { authority: "letsencrypt", privateKeyType: "ecdsa" },
  },
  options,
);

// Signs the certificates of our SSH hosts; its public key goes into every client's known_hosts.
const hosts = new SshCertificateAuthority(
  "hosts",
  { description: "Signs SSH host certificates", privateKeyType: "ed25519" },
  options,
);

// Everything that happens is kept in a log group, written by a role that the service assumes.
const audit = new EventDestination("audit", {
  description: "Audit trail",
  format: "json",
  target: {
    cloudLogs: {
      logGroupArn: "arn:cloud:logs:eu-central-1:123456789012:log-group:ingress-audit",
      auth: { role: { roleArn: "arn:cloud:iam::123456789012:role/ingress-events" } },
    },
  },
});

// What needs attention goes to monitoring. The state has its key encrypted.
const alerts = new EventDestination("alerts", {
  description: "Alerts",
  format: "json",
  target: {
    monitoring: {
      apiKey: config.requireSecret("monitoringApiKey"),
      service: "ingress",
      tags: "env:example",
      site: "eu",
    },
  },
});

/** NS records to set at the registrar of the domain. */
export const nsRecords = ingress.nsTargets;
/** Domains that agents connect to. */
export const agentDomains = ingress.regionDomains;
/** Line for every client's known_hosts. */
export const knownHosts = interpolate`@cert-authority *.${domain} ${hosts.publicKey}`;
/** Where events are sent, once a subscription uses them. */
export const eventDestinations = { audit: audit.uri, alerts: alerts.uri };
/** The ids of the routes, for whoever configures more of their modules. */
export const routeIds = {
  api: routes.api.id,
  hooks: routes.hooks.id,
  machines: routes.machines.id,
};
/** Where TLS ends, and what TCP connections reach. */
export const edges = { tlsEndsAt: tls.terminateAt, database: databaseBackend.backend };
