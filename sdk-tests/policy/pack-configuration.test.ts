import { expect, it } from "vitest";
import { stackPolicies } from "../../src/insight/policy";
import { packConfiguration } from "../../src/insight/policy/pack-configuration";
import { policies } from "../../src/insight/policy/policies";
import { type IngressPolicy, withDefaults } from "../../src/insight/policy/policy";

/**
 * Tests of the configuration of a pack, and of the parts of each policy that the engine receives. `pack.dist.test.ts`
 * tests a pack in a separate process.
 */

it("a pack without arguments configures no policy", () => {
  expect(packConfiguration({})).toEqual({});
});

it("a policy has the level that is stated for it, and otherwise the level of all", () => {
  expect(packConfiguration({ "no-adopt": "disabled", "tls-minimum": { version: "1.3" } })).toEqual({
    "no-adopt": "disabled",
    "tls-minimum": { enforcementLevel: "advisory", version: "1.3" },
  });
  expect(
    packConfiguration({
      all: "mandatory",
      "tls-minimum": { enforcementLevel: "advisory", required: true },
    }),
  ).toEqual({ "tls-minimum": { enforcementLevel: "advisory", required: true } });
  expect(packConfiguration({ all: "mandatory", "tls-minimum": {} })).toEqual({
    "tls-minimum": { enforcementLevel: "mandatory" },
  });
});

it("a policy that is undefined has the level of all", () => {
  expect(packConfiguration({ all: "mandatory", "no-adopt": undefined } as never)).toEqual({
    "no-adopt": { enforcementLevel: "mandatory" },
  });
});

it("a member of a configuration that is undefined counts as left out", () => {
  const configured = { enforcementLevel: undefined, version: undefined, required: true };
  expect(packConfiguration({ all: "mandatory", "tls-minimum": configured } as never)).toEqual({
    "tls-minimum": { enforcementLevel: "mandatory", required: true },
  });
  expect(
    packConfiguration({ all: "mandatory", "tls-minimum": configured } as never)["tls-minimum"],
  ).not.toHaveProperty("version");
});

it.each([
  [{ "tls-minimun": "mandatory" }, "there is no policy tls-minimun; did you mean tls-minimum?"],
  [
    { "tls-minimum": { versoin: "1.3" } },
    "tls-minimum.versoin is not configurable; did you mean version?",
  ],
  [
    { "no-adopt": { anything: true } },
    "no-adopt.anything is not configurable; docs/reference/policies.md lists what there is",
  ],
])("%j is an error with a suggestion", (args, problem) => {
  expect(() => packConfiguration(args as never)).toThrow(
    new Error(`EdgeIngressPolicies: ${problem}`),
  );
});

it("the engine receives the title, the description, the severity and the properties of each policy", () => {
  const received = stackPolicies().map(({ validateStack, ...described }) => described);
  const expected = Object.entries<IngressPolicy>(policies).map(
    ([name, { title, description, severity, properties }]) => ({
      name,
      displayName: title,
      description,
      severity,
      configSchema: { properties },
    }),
  );
  expect(received).toEqual(expected);
});

it("a policy without a configuration has its defaults", () => {
  expect(withDefaults(policies["tls-minimum"], {})).toEqual({ version: "1.2", required: false });
  expect(withDefaults(policies["tls-minimum"], { version: "1.3" })).toEqual({
    version: "1.3",
    required: false,
  });
});
