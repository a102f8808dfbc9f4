import { describe, expect, it } from "vitest";
import { packages } from "../../src/codegen/sdk";
import {
  agentIngress,
  httpsEdgeRouteJwtValidation,
  httpsEdgeRouteOAuth,
  httpsEdgeRouteWebhookVerification,
  httpsEdgeRouteWebsocketTcpConverter,
} from "../../src/core/definitions";
import type { Definition } from "../../src/core/schema/definition";
import { exampleUsage, programOf } from "../../tools/build/generate/schema/examples.mts";
import { blockOf, readSchema } from "../support/package-schema";

/** The examples of the package schema, which follow from those of the classes. */

const sdk = { ...readSchema(), packages };

const usageOf = (source: string, definition: Definition): string => exampleUsage(programOf(source, definition), sdk);

describe("an example", () => {
  const usage = usageOf(
    `const api = new HttpsEdgeRoute("main-api", { edgeId, matchType: "exact_path", match: "/" });
    new HttpsEdgeRouteJwtValidation("tokens", {
      route: api,
      enabled: true,
      issuer: { allowList: [{ value: issuerUrl }, { value: "yes" }] },
      jws: { allowedAlgorithms: ["RS256", "ES256"] },
    });`,
    httpsEdgeRouteJwtValidation,
  );

  it("is in YAML what it is in TypeScript, with what it does not declare from stack config", () => {
    expect(blockOf(usage, "yaml")).toBe(`config:
  edgeId:
    type: string
  issuerUrl:
    type: string
resources:
  main-api:
    type: edge-ingress:index:HttpsEdgeRoute
    properties:
      edgeId: \${edgeId}
      matchType: exact_path
      match: /
  tokens:
    type: edge-ingress:index:HttpsEdgeRouteJwtValidation
    properties:
      edgeId: \${main-api.edgeId}
      routeId: \${main-api.id}
      enabled: true
      issuer:
        allowList:
          - value: \${issuerUrl}
          - value: "yes"
      jws:
        allowedAlgorithms:
          - RS256
          - ES256
    options:
      deletedWith: \${main-api}`);
  });

  it("is in Python what it is in TypeScript, with that language's names and signs", () => {
    expect(blockOf(usage, "python")).toBe(`import pulumi
import pulumi_edge_ingress as edge_ingress

config = pulumi.Config()
edge_id = config.require("edgeId")
issuer_url = config.require("issuerUrl")

api = edge_ingress.HttpsEdgeRoute("main-api",
    edge_id=edge_id,
    match_type="exact_path",
    match="/")

tokens = edge_ingress.HttpsEdgeRouteJwtValidation("tokens",
    edge_id=api.edge_id,
    route_id=api.id,
    enabled=True,
    issuer={
        "allow_list": [{
            "value": issuer_url,
        }, {
            "value": "yes",
        }],
    },
    jws={
        "allowed_algorithms": ["RS256", "ES256"],
    },
    opts=pulumi.ResourceOptions(deleted_with=api))`);
  });

  it("reads a secret as one, by a name that the project file has no meaning for, and exports outputs", () => {
    const signed = usageOf(
      'const route = new HttpsEdgeRoute("route", { edgeId: "edge_1", matchType: "exact_path", match: "/" });\n' +
        'const signed = new HttpsEdgeRouteWebhookVerification("hooks", { route, provider: "github", secret });\n' +
        "export const edge = signed.edgeId;",
      httpsEdgeRouteWebhookVerification,
    );
    expect(blockOf(signed, "typescript")).toBe(`import * as pulumi from "@pulumi/pulumi";
import * as edge_ingress from "pulumi-edge-ingress-sdk";

const config = new pulumi.Config();
const sharedSecret = config.requireSecret("sharedSecret");

const route = new edge_ingress.HttpsEdgeRoute("route", {
  edgeId: "edge_1",
  matchType: "exact_path",
  match: "/",
});

const signed = new edge_ingress.HttpsEdgeRouteWebhookVerification("hooks", {
  edgeId: route.edgeId,
  routeId: route.id,
  provider: "github",
  secret: sharedSecret,
}, {
  deletedWith: route,
});

export const edge = signed.edgeId;`);
    expect(blockOf(signed, "python")).toContain('shared_secret = config.require_secret("sharedSecret")');
    expect(blockOf(signed, "python")).toContain('pulumi.export("edge", signed.edge_id)');
    expect(blockOf(signed, "yaml")).toContain("  sharedSecret:\n    type: string\n    secret: true\n");
    expect(blockOf(signed, "yaml")).toMatch(/outputs:\n {2}edge: \$\{hooks\.edgeId\}$/);
  });

  it("is refused if it has a module of a route that it does not declare", () => {
    const source = 'new HttpsEdgeRouteJwtValidation("tokens", { route: api });';
    expect(() => programOf(source, httpsEdgeRouteJwtValidation)).toThrow(
      "the example of HttpsEdgeRouteJwtValidation: it does not declare its route",
    );
  });

  it.each([
    ["", "AgentIngress: this form of example is not understood"],
    ['new Other("a", {});', "AgentIngress: this form of example is not understood"],
    ['new Other("a", {}); new AgentIngress("a", { domain });', "AgentIngress: this form of example is not understood"],
    ['new AgentIngress("a", { domain }); go();', "AgentIngress: this form of example is not understood"],
    ['new AgentIngress("a", {});', "the example of AgentIngress: domain is required"],
    ['new AgentIngress("a", { domain, uri });', "the example of AgentIngress: uri is not an argument"],
    [
      'new AgentIngress("a", { domain, certificateManagementPolicy: { authority: "a", b: 1 } });',
      "the example of AgentIngress: certificateManagementPolicy: b is not an argument",
    ],
    ['new AgentIngress("a", { domain: f() });', "this form of value is not understood in an example: f()"],
    ['new AgentIngress("a", { ...domain });', "this form of member is not understood in an example: ...domain"],
  ])("is refused where it is none of the resource: %s", (source, problem) => {
    expect(() => programOf(source, agentIngress)).toThrow(problem);
  });
});

it.each(Object.entries(readSchema().resources))(
  "%s has an example for each of six languages",
  (token, { description }) => {
    const type = token.split(":").at(-1) ?? "";
    expect(blockOf(description ?? "", "typescript")).toContain(`new edge_ingress.${type}(`);
    expect(blockOf(description ?? "", "python")).toContain(`edge_ingress.${type}(`);
    expect(blockOf(description ?? "", "go")).toContain(`edgeingress.New${type}(ctx, `);
    expect(blockOf(description ?? "", "csharp")).toContain(`new EdgeIngress.${type}(`);
    expect(blockOf(description ?? "", "java")).toContain(`new ${type}(`);
    expect(blockOf(description ?? "", "yaml")).toContain(`type: ${token}\n`);
  },
);

it("every example has a tab of Pulumi's pages for each of six languages", () => {
  const { resources, functions } = readSchema();
  for (const [token, { description = "" }] of Object.entries({ ...resources, ...functions })) {
    const [before = "", tabs = "", ...more] = description.split(/<!--(?:Start|End) PulumiCodeChooser -->/);
    expect([...tabs.matchAll(/^```(\w+)/gm)].map(([, language]) => language)).toEqual([
      "typescript",
      "python",
      "go",
      "csharp",
      "java",
      "yaml",
    ]);
    expect(more, token).toHaveLength(1);
    expect(before + more.join(""), token).not.toMatch(/^```(?!sh)\w/m);
  }
});

it.each([
  httpsEdgeRouteWebhookVerification,
  httpsEdgeRouteOAuth,
  httpsEdgeRouteJwtValidation,
  httpsEdgeRouteWebsocketTcpConverter,
])("the example of $type goes with its route in each language that has the option", ({ type, pluginToken }) => {
  const { description = "" } = readSchema().resources[pluginToken] ?? {};
  const route = /const (\w+) = new edge_ingress\.HttpsEdgeRoute\(/.exec(description)?.[1];
  expect(blockOf(description, "typescript")).toContain(`\n}, {\n  deletedWith: ${route},\n});`);
  expect(blockOf(description, "python")).toContain(`opts=pulumi.ResourceOptions(deleted_with=${route})`);
  expect(blockOf(description, "go")).toContain(`}, pulumi.DeletedWith(${route}))`);
  expect(blockOf(description, "csharp")).toContain(`new CustomResourceOptions\n    {\n        DeletedWith = ${route},`);
  expect(blockOf(description, "java")).toContain(`which Java lacks, a destroy deletes this before ${route}.`);
  expect(blockOf(description, "yaml")).toContain(`    options:\n      deletedWith: \${${route}}`);
  expect(description, type).not.toContain('require("routeId")');
});
