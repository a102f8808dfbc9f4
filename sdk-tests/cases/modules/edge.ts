import type { ModuleCase } from "./case";

export const mutualTls: ModuleCase = {
  argument: "mutualTls",
  member: "mutual_tls",
  minimal: { args: {}, body: { enabled: true } },
  whole: {
    args: { enabled: true, certificateAuthorityIds: ["ca_b", "ca_a"] },
    body: { enabled: true, certificate_authority_ids: ["ca_b", "ca_a"] },
  },
  changed: {
    args: { enabled: false, certificateAuthorityIds: ["ca_c"] },
    body: { enabled: false, certificate_authority_ids: ["ca_c"] },
  },
  drift: {
    members: {
      certificate_authorities: ["ca_a", "ca_foreign", "ca_b"].map((id) => ({
        id,
        uri: `https://api.example.com/${id}`,
      })),
    },
    path: "certificateAuthorityIds[2]",
  },
  invalid: [
    { args: { certificateAuthorityIds: "ca_a" }, problem: "certificateAuthorityIds must be an array, got a string" },
    {
      args: { certificateAuthorities: [] },
      problem: "certificateAuthorities is not an argument; did you mean certificateAuthorityIds?",
    },
  ],
};

export const tlsTermination: ModuleCase = {
  argument: "tlsTermination",
  member: "tls_termination",
  minimal: { args: {}, body: { enabled: true } },
  whole: { args: { enabled: true, minVersion: "1.2" }, body: { enabled: true, min_version: "1.2" } },
  changed: { args: { enabled: false, minVersion: "1.3" }, body: { enabled: false, min_version: "1.3" } },
  drift: { members: { min_version: "1.0" }, path: "minVersion" },
  invalid: [
    { args: { minVersion: 1.2 }, problem: "minVersion must be a string, got a number" },
    { args: { terminateAt: "edge" }, problem: "terminateAt is not an argument" },
  ],
};
