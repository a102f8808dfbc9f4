import { expect, it } from "vitest";
import { isDynamic } from "../../src/core/definitions/define";
import { readExport } from "../../src/insight/engine/export";
import { exported } from "./exports";

/** Tests of reading the export of a stack. */

it.each([
  {
    title: "the export of a stack that was created a moment ago has no resources",
    document: { version: 3, deployment: { manifest: {}, metadata: {} } },
  },
  {
    title: "the export of a stack that has an empty deployment has no resources",
    document: { version: 3, deployment: {} },
  },
  {
    title: "the export of a stack that was half-created has no resources",
    document: { version: 3, deployment: null },
  },
  {
    title: "the export of a stack that has no deployment has no resources",
    document: { version: 3 },
  },
])("$title", ({ document }) => {
  expect(readExport("dev", JSON.stringify(document))).toEqual({ label: "dev", resources: [] });
});

it.each([
  "",
  "{}",
  "[]",
  "null",
  "canary",
  '{"version":3,"deploy',
  '{"deployment":[]}',
  '{"deployment":1,"version":3}',
])("what is not the export of a stack is refused: %j", (text) => {
  expect(() => readExport("dev.json", text)).toThrow(
    "dev.json is not what `pulumi stack export` writes",
  );
});

it("a secret that is none is refused, and not shown", () => {
  const dev = exported("dev.decrypted");
  const broken = dev.replace('"\\"canary-monitoring\\""', '"canary-monitoring"');
  expect(broken).not.toBe(dev);
  expect(() => readExport("dev", broken)).toThrow(/^a secret of the export is not JSON$/);
});

it("the export of a stack shows which operation of a resource was interrupted, as the engine names it", () => {
  const type = "edge-ingress:index:AgentIngress";
  const resource = (id: string) => ({
    urn: `urn:pulumi:dev::test::${type}::${id}`,
    type,
    custom: true,
    id,
  });
  const pending_operations = [
    { type: "importing", resource: resource("one") },
    { type: "updating", resource: resource("two") },
    { type: "reading", resource: resource("three") },
  ];
  const resources = [resource("two"), resource("three")];
  const { resources: read } = readExport(
    "dev",
    JSON.stringify({ deployment: { resources, pending_operations } }),
  );
  expect(Object.fromEntries(read.map(({ name, interrupted }) => [name, interrupted]))).toEqual({
    ...{ one: "importing", two: "updating", three: undefined },
  });
});

it("a resource is dynamic by its type, and not by the name of its project", () => {
  expect(isDynamic("pulumi-nodejs:dynamic/edge-ingress:AgentIngress")).toBe(true);
  expect(isDynamic("edge-ingress:index:AgentIngress")).toBe(false);
  expect(isDynamic("pulumi-nodejs:dynamic:Resource")).toBe(false);
});
