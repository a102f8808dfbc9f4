import { expect } from "vitest";
import { withProject } from "../support/installed";

/** Tests that a program has the same outputs with `quick-start.cjs` as without, also if the SDK serializes its functions. */

const it = withProject(`
const pulumi = require("@pulumi/pulumi");
const { AgentIngress } = require("pulumi-edge-ingress");

const greeting = "hello";
const provider = { create: async () => ({ id: greeting, outs: {} }) };
class Greeter extends pulumi.dynamic.Resource {
  constructor(name) {
    super(provider, name, {});
  }
}

exports.id = new Greeter("greeter").id;
exports.domain = new AgentIngress("ingress", { domain: "a.example.com" }).domain;
exports.function = pulumi.runtime.serializeFunction(() => greeting.length).then(({ text }) => text);
exports.automation = typeof pulumi.automation.LocalWorkspace.create;
`);

it("a program with serialized functions has the same outputs with a quick start as without", async ({
  project,
}) => {
  await project.init();
  await project.succeed(["up", "--yes", "--skip-preview"]);
  const quick = await project.succeed(["stack", "output", "--json"]);
  Object.assign(project.environment, { NODE_OPTIONS: undefined });
  await project.succeed(["up", "--yes", "--skip-preview", "--expect-no-changes"]);
  expect(await project.succeed(["stack", "output", "--json"])).toBe(quick);
  expect(JSON.parse(quick)).toEqual({
    id: "hello",
    domain: "a.example.com",
    function: expect.stringContaining('greeting: "hello"'),
    automation: "function",
  });
});
