import { describe, expect, it } from "vitest";
import { isDynamic } from "../../src/core/definitions/define";
import { readExport } from "../../src/insight/stack/export";

/** What the export of a stack tells a command. */

describe("the export of a stack", () => {
  it.each([
    ["was created a moment ago", { version: 3, deployment: { manifest: {}, metadata: {} } }],
    ["was half-created", { version: 3, deployment: null }],
    ["has no deployment", { version: 3 }],
  ])("that %s has no resources", (_, exported) => {
    expect(readExport("dev", JSON.stringify(exported))).toEqual({ label: "dev", resources: [] });
  });

  it.each(["", "{}", "[]", '{"version":3,"deploy', '{"deployment":1,"version":3}'])(
    "is refused if it is %j",
    (text) => {
      expect(() => readExport("dev", text)).toThrow("dev is not what `pulumi stack export` writes");
    },
  );
});

it("a resource is dynamic by its type, and not by the name of its project", () => {
  expect(isDynamic("pulumi-nodejs:dynamic/edge-ingress:AgentIngress")).toBe(true);
  expect(isDynamic("edge-ingress:index:AgentIngress")).toBe(false);
  expect(isDynamic("pulumi-nodejs:dynamic:Resource")).toBe(false);
});
