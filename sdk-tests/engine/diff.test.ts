import { describe, expect, it } from "vitest";
import { diff } from "../../src/engine/diff";
import { UNKNOWN } from "../../src/engine/values";
import { agentIngress, eventDestination, sshCertificateAuthority } from "../../src/resources";

describe("diff", () => {
  it("finds nothing between a state and the program that made it", () => {
    const inputs = { domain: "a.example.com", certificateManagementPolicy: { authority: "ca" } };
    const state = { ...inputs, createdAt: "2026-01-01T00:00:00Z", nsTargets: ["ns1", "ns2"], __provider: "x" };
    expect(diff(agentIngress, state, { ...inputs, __provider: "y" })).toEqual({ changed: [], replaces: [] });
  });

  it("takes letter case and a trailing dot of a domain for nothing", () => {
    const { changed } = diff(agentIngress, { domain: "Connect.Example.com." }, { domain: "connect.example.COM" });
    expect(changed).toEqual([]);
  });

  it("takes a documented default for an absent argument", () => {
    const state = {
      domain: "a",
      certificateManagementPolicy: { authority: "ca", privateKeyType: "rsa" },
      description: "",
    };
    expect(
      diff(agentIngress, state, { domain: "a", certificateManagementPolicy: { authority: "ca" } }).changed,
    ).toEqual([]);
  });

  it("replaces an ingress whose domain changes or is not known yet", () => {
    const replaced = { changed: ["domain"], replaces: ["domain"] };
    expect(diff(agentIngress, { domain: "a" }, { domain: "b" })).toEqual(replaced);
    expect(diff(agentIngress, { domain: "a" }, { domain: UNKNOWN })).toEqual(replaced);
  });

  it("changes everything else in place", () => {
    const state = { format: "json", target: { monitoring: { apiKey: "a" } }, metadata: "x" };
    const inputs = { format: "json", target: { monitoring: { apiKey: "b" } }, description: UNKNOWN };
    expect(diff(eventDestination, state, inputs)).toEqual({
      changed: ["description", "metadata", "target"],
      replaces: [],
    });
  });
});

describe("diff of an SSH certificate authority", () => {
  const generated = { keyType: "ed25519", publicKey: "ssh-ed25519 AAAA" };

  it("replaces nothing when the program states the type that the key has", () => {
    expect(diff(sshCertificateAuthority, generated, { privateKeyType: "ed25519" }).changed).toEqual([]);
  });

  it("replaces the authority when the program states another type", () => {
    expect(diff(sshCertificateAuthority, generated, { privateKeyType: "rsa" }).replaces).toEqual(["privateKeyType"]);
  });

  it("replaces the authority when the size of its key changes", () => {
    const inputs = { privateKeyType: "rsa", keySize: 2048 };
    expect(diff(sshCertificateAuthority, { ...inputs, keyType: "rsa" }, { ...inputs, keySize: 4096 }).replaces).toEqual(
      ["keySize"],
    );
  });
});
