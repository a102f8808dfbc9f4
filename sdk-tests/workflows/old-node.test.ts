import { expect } from "vitest";
import { withEmulator } from "../support/fixtures";
import { preload } from "../support/preload";
import { declareAs } from "../support/program";
import { failureText, TestStack } from "../support/stack";

/** A Node.js that is too old for the plugin, which a project has first on the PATH. */

const it = withEmulator();

const declare = () => declareAs("plugin", "AgentIngress", "agents", { domain: "a.example.com" });
const PROBLEM =
  /pulumi-edge-ingress needs Node\.js 22\.19 or newer, and this is 20\.18\.1: install a newer Node\.js/;

it("every operation with the plugin fails by the reason alone, which is not called a bug", async ({
  emulator,
}) => {
  await using stack = await TestStack.create(emulator, {}, "plugin");
  await stack.up(declare);
  stack.setEnvironment("NODE_OPTIONS", preload("old-plugin-node"));
  for (const run of [() => stack.up(declare), () => stack.refresh(), () => stack.destroy()]) {
    const text = await failureText(run());
    expect(text).toMatch(PROBLEM);
    expect(text).not.toMatch(/always a bug|report/);
  }
  expect(emulator.objects()).toHaveLength(1);
});
