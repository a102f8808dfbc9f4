import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Policy, ResourceValidationPolicy, StackValidationPolicy } from "@pulumi/policy";
import { ModuleKind, transpileModule } from "typescript";
import { describe, expect, it } from "vitest";
import { UNKNOWN } from "../../src/core/pulumi/engine-values";
import { stackPolicies } from "../../src/insight/policy";
import { policies } from "../../src/insight/policy/policies";
import { type IngressPolicy, withDefaults } from "../../src/insight/policy/policy";
import { type PolicyInput, policyStackReader } from "../../src/insight/policy/stack";
import { type Declared, programOf } from "../review/declared";
import { type Form, forms, maskedOf, plain, registeredResources } from "../review/previewed";
import { configuration, ownCases, policyCases, titled } from "./cases";

/**
 * Tests of the judgement alone: sdk-tests/e2e/policies.test.ts tests that the engine passes the same input to policies.
 */

/**
 * Returns the resources of a program in the form that a policy receives in a preview: reading a value that is known
 * only in an apply throws.
 */
const judgedOf = (program: readonly Declared[], form: Form): PolicyInput[] =>
  registeredResources(program, form, new Map()).map(({ urn, args, dependencies }) => {
    const { secrets } = maskedOf(args);
    // Dynamic resources list the marks of the program; a policy receives no mark of a plugin resource.
    const marks = form === "dynamic" && secrets.length > 0 && { __secrets: secrets };
    const sources = Object.entries(dependencies).map(([name, urns]) => [
      name,
      urns.map((urn) => ({ urn: urn })),
    ]);
    const props = refusing({ ...plain(args), ...marks });
    return {
      type: urn.split("::")[2],
      urn,
      props,
      propertyDependencies: Object.fromEntries(sources),
    } as never;
  });

/** Wraps input in the same way as Pulumi's SDK for policies. */
function refusing<T>(value: T): T {
  if (typeof value !== "object" || value === null) return value;
  return new Proxy(value, {
    get(target, key) {
      const member: unknown = Reflect.get(target, key);
      if (member === UNKNOWN) throw new Error("can't be known during preview");
      return refusing(member);
    },
  });
}

const judge = (
  name: keyof typeof policies,
  resources: readonly PolicyInput[],
  config: object = {},
) => {
  const policy: IngressPolicy = policies[name];
  const configured = { ...(configuration as Readonly<Record<string, object>>)[name], ...config };
  return policy.judge(policyStackReader()(resources), withDefaults(policy, configured));
};

const page = readFileSync(join(__dirname, "../../docs/policies.md"), "utf8");

/** The policies of the example pack in docs/policies.md, by name. */
function ownPolicies(): ReadonlyMap<string, Policy> {
  const [, program = ""] = /```ts\n(import \{ PolicyPack \}.*?)```/s.exec(page) ?? [];
  const found: Policy[] = [];
  class PolicyPack {
    constructor(_name: string, pack: { readonly policies: readonly Policy[] }) {
      found.push(...pack.policies);
    }
  }
  const code = transpileModule(program, {
    compilerOptions: { module: ModuleKind.CommonJS },
  }).outputText;
  new Function("require", "exports", code)(() => ({ PolicyPack, stackPolicies }), {});
  return new Map(found.map((resource) => [resource.name, resource]));
}

/** The URNs of the resources that a policy of resources refuses. */
function judgedResources(policy: Policy | undefined, resources: readonly PolicyInput[]): string[] {
  const { validateResource } = policy as ResourceValidationPolicy;
  const refused: string[] = [];
  for (const resource of resources)
    for (const judge of [validateResource].flat())
      judge?.(resource as never, () => refused.push(resource.urn));
  return refused;
}

/** The messages of a policy of the whole stack. */
function judgedStack(policy: Policy | undefined, resources: readonly PolicyInput[]): string[] {
  const messages: string[] = [];
  (policy as StackValidationPolicy).validateStack({ resources } as never, (message) =>
    messages.push(message),
  );
  return messages;
}

describe.each(forms)("of resources of the form %s", (form) => {
  it.each(titled(policyCases))(
    "%s %s %s",
    (_policy, _verdict, _name, { policy, violates, resources, at, message }) => {
      const found = judge(policy, judgedOf(resources, form));
      const named = found.map(({ urn, message: text }) => [
        urn?.split("::").at(-1),
        text.replace(/^\w+ /, ""),
      ]);
      expect(named).toEqual(violates ? [[at, `${at}: ${message}`]] : []);
      expect(JSON.stringify(found)).not.toContain("canary");
    },
  );

  it.each(titled(ownCases))(
    "the policy of your own %s %s %s",
    (policy, _verdict, _name, { violates, resources, at }) => {
      const found = judgedResources(ownPolicies().get(policy), judgedOf(resources, form));
      expect(found.map((urn) => urn.split("::").at(-1))).toEqual(violates ? [at] : []);
    },
  );

  it("the policy of your own event-destination refuses a stack without an event destination", () => {
    const own = ownPolicies().get("event-destination");
    expect(judgedStack(own, judgedOf(programOf({}), form))).toHaveLength(1);
    expect(
      judgedStack(own, judgedOf(programOf({ "EventDestination audit": { target: {} } }), form)),
    ).toEqual([]);
  });

  it("expectations refuses a stack in which an expectation fails", () => {
    const expectations = [{ edge: "EDGE", path: "/api", expect: { protectedBy: ["any"] } }];
    const [violation] = judge("expectations", judgedOf(programOf({}), form), { expectations });
    expect(violation?.message).toContain("protectedBy any: does not hold for HttpsEdgeRoute route");
    expect(judge("expectations", judgedOf(programOf({}), form))).toEqual([]);
  });
});

it("a module belongs to its route by what it depends on, and, without dependencies, by the id in the route's address", () => {
  const { resources = [] } = policyCases.find(({ name }) => name === "login-of-its-own") ?? {};
  const [route, module] = judgedOf(resources, "plugin");
  const uri = "https://api.example.com/edges/https/EDGE/routes/edghtsrt_7";
  const props = { provider: module?.props.provider, edgeId: "EDGE", routeId: "edghtsrt_7" };
  const apart = [
    { ...route, props: { ...route?.props, uri } },
    { ...module, props, propertyDependencies: {} },
  ] as PolicyInput[];
  expect(judge("route-protected", apart)).toEqual([]);
  expect(judge("route-protected", apart.slice(0, 1))).toHaveLength(1);
});

it.each([
  ["route-protected", { oauth: UNKNOWN }],
  ["route-protected", { oauth: { provider: { provider3: { emailDomains: [UNKNOWN] } } } }],
  [
    "no-public-mail-domain",
    { oauth: { provider: { provider3: { emailDomains: ["acme.example", UNKNOWN] } } } },
  ],
  ["no-weak-algorithm", { jwtValidation: { jws: { allowedAlgorithms: [UNKNOWN] } } }],
  ["session-maximum", { oauth: { maximumDuration: UNKNOWN, provider: { provider1: {} } } }],
  ["session-maximum", { oauth: { enabled: UNKNOWN, provider: { provider1: {} } } }],
  [
    "no-public-mail-domain",
    { oauth: { enabled: UNKNOWN, provider: { provider3: { emailDomains: ["gmail.com"] } } } },
  ],
  [
    "no-weak-algorithm",
    { jwtValidation: { enabled: UNKNOWN, jws: { allowedAlgorithms: ["none"] } } },
  ],
  ["no-secret-in-metadata", { metadata: UNKNOWN }],
] as const)("what is known at apply does not violate %s before: %o", (policy, args) => {
  expect(judge(policy, judgedOf(programOf(args), "plugin"))).toEqual([]);
});

describe("tls-minimum with `required`", () => {
  const TLS = "HttpsEdgeTlsTermination";
  const judgeRequired = (program: Record<string, unknown>) =>
    judge("tls-minimum", judgedOf(programOf(program as never), "plugin"), { required: true });

  it("refuses an edge with a route at its first route", () => {
    const found = judgeRequired({ "HttpsEdgeRoute web": {} });
    expect(found).toEqual([
      {
        message: `HttpsEdgeRoute web: its HTTPS edge has no ${TLS}; add one`,
        urn: expect.stringMatching(/::web$/),
      },
    ]);
  });

  it.each([
    {
      title: "accepts an edge without routes",
      program: { HttpsEdgeMutualTls: { certificateAuthorityIds: ["ca_1"] } },
    },
    {
      title: "accepts an edge whose routes serve nothing",
      program: { backend: { backendId: "b", enabled: false } },
    },
    {
      title: "accepts an edge with a termination",
      program: { HttpsEdgeRoute: {}, [TLS]: { minVersion: "1.2" } },
    },
    {
      title: "accepts an edge to which a termination may belong",
      program: { HttpsEdgeRoute: {}, [TLS]: { edgeId: UNKNOWN, minVersion: "1.2" } },
    },
  ])("$title", ({ program }) => {
    expect(judgeRequired(program)).toEqual([]);
  });

  it("judges a termination whose edge is known at apply", () => {
    const found = judgeRequired({ [TLS]: { edgeId: UNKNOWN, minVersion: "1.1" } });
    expect(found).toMatchObject([{ message: expect.stringContaining("accepts an older version") }]);
  });
});

it("a login that admits every organization is refused as such, not as one with a public e-mail domain", () => {
  const program = programOf({ oauth: { provider: { provider1: { organizations: ["*"] } } } });
  const [violation] = judge("route-protected", judgedOf(program, "plugin"));
  expect(violation?.message).toContain("admits every one of the organizations");
  expect(violation?.message).not.toContain("e-mail");
});
