import { expect, it } from "vitest";
import { readAccount } from "../../src/account/account";
import { listJson, listOf, listTable, unmanagedOf } from "../../src/account/listing";
import { startEmulator } from "../../src/emulator";
import { readExport } from "../../src/insight/stack/export";
import { members } from "../emulator/client";
import { readerOf } from "./reader";

/** What `edge-ingress list` prints. */

const NOW = new Date("2026-01-03T12:00:00Z");

const stackWith = (label: string, type: string, id: string) =>
  readExport(
    label,
    JSON.stringify({
      deployment: { resources: [{ urn: `urn:pulumi:${label}::p::${type}::x`, type, id, custom: true }] },
    }),
  );

it("a list has kind, name, id, age and certificate state of each object, and every stack that manages it", async () => {
  await using emulator = await startEmulator();
  const policy = { authority: "letsencrypt" };
  const { id } = await members(emulator, "POST", "/agent_ingresses", {
    domain: "a.example.com",
    certificate_management_policy: policy,
  });
  await members(emulator, "POST", "/ssh_certificate_authorities", { description: "ho\u001b[31msts\nof all" });
  const { objects } = await readAccount(readerOf(emulator), []);
  const dated = objects.map((each) => ({ ...each, outputs: { ...each.outputs, createdAt: "2026-01-01T00:00:00Z" } }));
  const stacks = [
    stackWith("prod", "edge-ingress:index:AgentIngress", String(id)),
    stackWith("old", "pulumi-nodejs:dynamic/edge-ingress:AgentIngress", String(id)),
  ];
  const list = listOf(dated, stacks);
  expect(list).toMatchObject([
    {
      kind: "AgentIngress",
      name: "a.example.com",
      certificate: expect.stringMatching(/^renews 20/),
      managedBy: ["prod", "old"],
    },
    { kind: "SshCertificateAuthority", managedBy: [] },
  ]);
  const lines = listTable(list, list, NOW).split("\n");
  expect(lines[0]).toMatch(/^ {2}KIND +NAME +ID +AGE +CERTIFICATE +MANAGED BY$/);
  expect(lines[1]).toMatch(/^ {2}AgentIngress +a\.example\.com +agin_\w+ +2 d +renews 20\S+ +prod, old$/);
  expect(lines[2]).toContain("ho\\u{1b}[31msts\\u{a}of all");
  expect(lines.slice(-2)).toEqual(["", "2 objects, of which 1 is unmanaged."]);
  const unmanaged = listTable(list, unmanagedOf(list), NOW);
  expect(unmanaged).toMatch(/^.*\n {2}SshCertificateAuthority .*\n\n2 objects, of which 1 is unmanaged\.$/);
  expect(JSON.parse(listJson(list, ["a note"]))).toMatchObject({ version: 1, objects: list, notes: ["a note"] });
});
