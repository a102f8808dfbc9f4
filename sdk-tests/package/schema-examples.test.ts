import { describe, expect, it } from "vitest";
import { Reference } from "../../build/codegen/program";
import {
  agentIngress,
  httpsEdgeRouteJwtValidation,
  httpsEdgeRouteOAuth,
  httpsEdgeRouteWebhookVerification,
  httpsEdgeRouteWebsocketTcpConverter,
} from "../../src/core/definitions";
import { programOf } from "../../tools/build/generate/schema/examples.mts";
import { blockOf, readSchema } from "../support/package-schema";

/**
 * Tests of the examples of the package schema, which are derived from the examples of the classes.
 * `codegen/writers.dist.test.ts` tests the writers of each language.
 */

/** Examples of AgentIngress, and why they are refused. */
const refused = [
  { source: "", problem: "AgentIngress: this form of example is not understood" },
  {
    source: 'new Other("a", {});',
    problem: "AgentIngress: this form of example is not understood",
  },
  {
    source: 'new Other("a", {}); new AgentIngress("a", { domain });',
    problem: "AgentIngress: this form of example is not understood",
  },
  {
    source: 'new AgentIngress("a", { domain }); go();',
    problem: "AgentIngress: this form of example is not understood",
  },
  {
    source: 'new AgentIngress("a", {});',
    problem: "the example of AgentIngress: domain is required",
  },
  {
    source: 'new AgentIngress("a", { domain, uri });',
    problem: "the example of AgentIngress: uri is not an argument",
  },
  {
    source:
      'new AgentIngress("a", { domain, certificateManagementPolicy: { authority: "a", b: 1 } });',
    problem: "the example of AgentIngress: certificateManagementPolicy: b is not an argument",
  },
  {
    source: 'new AgentIngress("a", { domain: f() });',
    problem: "this form of value is not understood in an example: f()",
  },
  {
    source: 'new AgentIngress("a", { ...domain });',
    problem: "this form of member is not understood in an example: ...domain",
  },
];

const { resources, functions } = readSchema();

describe("the program of an example", () => {
  it("has the ids of a route in place of the route, depends on it, and reads undeclared values from stack config", () => {
    const program = programOf(
      `const api = new HttpsEdgeRoute("main-api", { edgeId, matchType: "exact_path", match: "/" });
      new HttpsEdgeRouteJwtValidation("tokens", {
        route: api,
        enabled: true,
        issuer: { allowList: [{ value: issuerUrl }, { value: "yes" }] },
        jws: { allowedAlgorithms: ["RS256", "ES256"] },
      });`,
      httpsEdgeRouteJwtValidation,
    );
    const edgeId = { name: "edgeId", isSecret: false };
    const issuerUrl = { name: "issuerUrl", isSecret: false };
    const api = {
      ...{ type: "HttpsEdgeRoute", name: "main-api", variable: "api" },
      args: { edgeId: new Reference(edgeId), matchType: "exact_path", match: "/" },
    };
    const tokens = {
      ...{ type: "HttpsEdgeRouteJwtValidation", name: "tokens", deletedWith: api },
      args: {
        ...{
          edgeId: new Reference(api, "edgeId"),
          routeId: new Reference(api, "id"),
          enabled: true,
        },
        issuer: { allowList: [{ value: new Reference(issuerUrl) }, { value: "yes" }] },
        jws: { allowedAlgorithms: ["RS256", "ES256"] },
      },
    };
    expect(program).toEqual({ config: [edgeId, issuerUrl], resources: [api, tokens], outputs: [] });
  });

  it("reads a secret as one, by a name that the project file has no meaning for, and exports outputs", () => {
    const { config, resources, outputs } = programOf(
      'const route = new HttpsEdgeRoute("route", { edgeId: "edge_1", matchType: "exact_path", match: "/" });\n' +
        'const signed = new HttpsEdgeRouteWebhookVerification("hooks", { route, provider: "github", secret });\n' +
        "export const edge = signed.edgeId;",
      httpsEdgeRouteWebhookVerification,
    );
    const secret = { name: "sharedSecret", isSecret: true };
    expect(config).toEqual([secret]);
    const signed = expect.objectContaining({
      variable: "signed",
      type: "HttpsEdgeRouteWebhookVerification",
    });
    expect(resources[1]).toEqual(signed);
    expect(resources[1]?.args).toMatchObject({ secret: new Reference(secret) });
    expect(outputs).toEqual([{ name: "edge", value: new Reference(signed, "edgeId") }]);
  });

  it.each(refused)(
    "is refused if it is not an example of the resource: $source",
    ({ source, problem }) => {
      expect(() => programOf(source, agentIngress)).toThrow(problem);
    },
  );

  it("is refused if it has a module of a route that it does not declare", () => {
    const source = 'new HttpsEdgeRouteJwtValidation("tokens", { route: api });';
    expect(() => programOf(source, httpsEdgeRouteJwtValidation)).toThrow(
      "the example of HttpsEdgeRouteJwtValidation: it does not declare its route",
    );
  });
});

it("every example has a tab of Pulumi's pages for each of six languages", () => {
  for (const [token, { description = "" }] of Object.entries({ ...resources, ...functions })) {
    const [before = "", tabs = "", ...more] = description.split(
      /<!--(?:Start|End) PulumiCodeChooser -->/,
    );
    const languages = [...tabs.matchAll(/^```(\w+)\n(?!```)/gm)].map(([, language]) => language);
    expect(languages).toEqual(["typescript", "python", "go", "csharp", "java", "yaml"]);
    expect(more, token).toHaveLength(1);
    expect(before + more.join(""), token).not.toMatch(/^```(?!sh)\w/m);
  }
});

it.each([
  httpsEdgeRouteWebhookVerification,
  httpsEdgeRouteOAuth,
  httpsEdgeRouteJwtValidation,
  httpsEdgeRouteWebsocketTcpConverter,
])("the example of $type declares its route, and goes with it", ({ pluginToken }) => {
  const program = blockOf(resources[pluginToken]?.description ?? "", "typescript");
  expect(program).toMatch(
    /const (\w+) = new edge_ingress\.HttpsEdgeRoute\(.*\}, \{\n {2}deletedWith: \1,\n\}\);/s,
  );
});
