import { Config, StackReference } from "@pulumi/pulumi";
import { IngressStack, type RegionArgs } from "./ingress-stack";

const config = new Config();
const shared = new StackReference(config.require("sharedStack"));

const login = {
  clientId: config.require("oauthClientId"),
  clientSecret: config.requireSecret("oauthClientSecret"),
  organization: shared.requireOutput("organization"),
};
const protect = config.requireBoolean("protect");

const ingresses = Object.entries(config.requireObject<Record<string, RegionArgs>>("regions")).map(
  ([region, args]) => [region, new IngressStack(region, { ...args, login, protect })] as const,
);

/** NS records to set at the registrar of each domain, domains that agents connect to, and ids of routes, of each region. */
export const regions = Object.fromEntries(
  ingresses.map(([region, { nsRecords, agentDomains, routes }]) => [
    region,
    { nsRecords, agentDomains, routes },
  ]),
);
