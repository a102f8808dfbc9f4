import { inCollection, type ResourceCase } from "./case";

const domain = "connect.example.com";

export const agentIngress: ResourceCase = {
  type: "AgentIngress",
  ...inCollection("/agent_ingresses"),
  whole: {
    args: {
      domain,
      description: "agents",
      metadata: '{"team":"edge"}',
      certificateManagementPolicy: { authority: "letsencrypt", privateKeyType: "ecdsa" },
    },
    body: {
      domain,
      description: "agents",
      metadata: '{"team":"edge"}',
      certificate_management_policy: { authority: "letsencrypt", private_key_type: "ecdsa" },
    },
  },
  life: {
    minimal: { args: { domain }, body: { domain } },
    set: {
      args: {
        domain,
        description: "agents",
        metadata: "v1",
        certificateManagementPolicy: { authority: "letsencrypt" },
      },
      body: { description: "agents", metadata: "v1", certificate_management_policy: { authority: "letsencrypt" } },
    },
    changed: {
      args: {
        domain: "Connect.Example.com.",
        description: "all agents",
        metadata: "v2",
        certificateManagementPolicy: { authority: "letsencrypt", privateKeyType: "ecdsa" },
      },
      body: {
        description: "all agents",
        metadata: "v2",
        certificate_management_policy: { authority: "letsencrypt", private_key_type: "ecdsa" },
      },
    },
    removed: { args: { domain }, body: { description: "", metadata: "", certificate_management_policy: null } },
  },
  replaced: { domain: "other.example.com" },
  drift: {
    of: "grown",
    members: {
      description: "set by hand",
      certificate_management_policy: { authority: "letsencrypt", private_key_type: "rsa" },
    },
    paths: ["certificateManagementPolicy", "description"],
  },
  unknown: (text) => ({ domain: text, certificateManagementPolicy: { authority: text } }),
  invalid: [
    { args: {}, problem: "domain is required" },
    { args: { domain: "" }, problem: "domain is required" },
    { args: { domain, domian: "x" }, problem: "domian is not an argument; did you mean domain?" },
    { args: { domain, description: "é".repeat(128) }, problem: "description must be at most 255 bytes, got 256" },
    { args: { domain, metadata: "x".repeat(4097) }, problem: "metadata must be at most 4096 bytes, got 4097" },
    {
      args: { domain, certificateManagementPolicy: { privateKeyType: "dsa" } },
      problem: 'certificateManagementPolicy.privateKeyType must be "rsa" or "ecdsa"',
    },
    { args: { domain, certificateManagementPolicy: {} }, problem: "certificateManagementPolicy.authority is required" },
    {
      args: { domain, certificateManagementPolicy: "on" },
      problem: "certificateManagementPolicy must be an object, got a string",
    },
    { args: { domain: "a\0b" }, problem: "domain must not contain a NUL character" },
    { args: { domain: 7 }, problem: "domain must be a string, got a number" },
  ],
  secrets: [],
};
