import { expect, it } from "vitest";
import { readExport } from "../../src/insight/stack/export";

const urn = (name: string) => `urn:pulumi:dev::test::edge-ingress:index:AgentIngress::${name}`;
const resource = (name: string) => ({
  urn: urn(name),
  type: "edge-ingress:index:AgentIngress",
  custom: true,
  id: name,
});

it("the export of a stack shows which operation of a resource was interrupted, as the engine names it", () => {
  const pending_operations = [
    { type: "importing", resource: resource("one") },
    { type: "updating", resource: resource("two") },
    { type: "reading", resource: resource("three") },
  ];
  const resources = [resource("two"), resource("three")];
  const { resources: read } = readExport("dev", JSON.stringify({ deployment: { resources, pending_operations } }));
  expect(Object.fromEntries(read.map(({ name, interrupted }) => [name, interrupted]))).toEqual({
    one: "importing",
    two: "updating",
    three: undefined,
  });
});
