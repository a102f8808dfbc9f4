import { describe, expect, it } from "vitest";
import { project } from "../../src/engine/project";
import { agentIngress, eventDestination, sshCertificateAuthority } from "../../src/resources";

describe("project", () => {
  it("keeps the program's spelling of what is equal", () => {
    const written = { domain: "Connect.Example.com.", description: "" };
    expect(project(agentIngress.fields, written, { domain: "connect.example.com" })).toEqual(written);
  });

  it("keeps the order in which an equal list was first seen", () => {
    const written = { nsTargets: ["ns2", "ns1"] };
    expect(project(agentIngress.fields, written, { nsTargets: ["ns1", "ns2"] })).toEqual(written);
  });

  it("shows region domains that were added", () => {
    const actual = { regionDomains: ["us.a", "eu.a"] };
    expect(project(agentIngress.fields, { regionDomains: ["us.a"] }, actual)).toEqual(actual);
  });

  it("shows what another party set, without documented defaults", () => {
    const actual = {
      domain: "a",
      description: "by hand",
      certificateManagementPolicy: { authority: "ca", privateKeyType: "rsa" },
    };
    expect(project(agentIngress.fields, { domain: "a" }, actual)).toEqual({
      domain: "a",
      description: "by hand",
      certificateManagementPolicy: { authority: "ca" },
    });
  });

  it("drops what another party removed", () => {
    const written = { domain: "a", certificateManagementPolicy: { authority: "ca" }, metadata: "x" };
    expect(project(agentIngress.fields, written, { domain: "a" })).toEqual({ domain: "a" });
  });

  it.each([undefined, null, "", "****", "ab***"])("keeps a secret that the API masks as %s", (masked) => {
    const written = { target: { monitoring: { apiKey: "hush", site: "eu" } } };
    const actual = { target: { monitoring: { apiKey: masked, site: "us" } } };
    expect(project(eventDestination.fields, written, actual)).toEqual({
      target: { monitoring: { apiKey: "hush", site: "us" } },
    });
  });

  it("shows a target set by another party, its masked secret left out", () => {
    const written = { target: { cloudLogs: { logGroupArn: "arn", auth: { role: { roleArn: "role" } } } } };
    const actual = { target: { monitoring: { apiKey: "***", site: "us" } } };
    expect(project(eventDestination.fields, written, actual)).toEqual({ target: { monitoring: { site: "us" } } });
  });

  it("keeps what the API never returns", () => {
    const written = { privateKeyType: "rsa", keySize: 4096 };
    expect(project(sshCertificateAuthority.fields, written, { keyType: "rsa" })).toEqual({
      ...written,
      keyType: "rsa",
    });
  });
});
