import { Config, StackReference } from "@pulumi/pulumi";
import { IngressStack, type LoginArgs } from "./ingress-stack";

const config = new Config();
const shared = new StackReference(config.require("sharedStack"));

const ingress = new IngressStack("ingress", {
  domain: config.require("domain"),
  authority: config.require("authority"),
  edgeId: config.require("edgeId"),
  siteBackend: config.require("siteBackend"),
  adminBackend: config.require("adminBackend"),
  login: {
    provider: config.require<LoginArgs["provider"]>("login"),
    clientId: config.require("oauthClientId"),
    clientSecret: config.requireSecret("oauthClientSecret"),
    organization: shared.requireOutput("organization"),
    emailDomain: shared.requireOutput("emailDomain"),
  },
});

/** NS records to set at the registrar of the domain. */
export const nsRecords = ingress.nsRecords;
/** Domains that agents connect to. */
export const agentDomains = ingress.agentDomains;
/** Ids of the routes. */
export const routes = ingress.routes;
