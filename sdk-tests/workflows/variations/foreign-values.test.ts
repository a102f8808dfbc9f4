import type { ResourceTransformation } from "@pulumi/pulumi";
import type { HttpsEdgeRouteArgs } from "pulumi-edge-ingress";
import { describe, expect } from "vitest";
import { FORMS } from "../../support/forms";
import { HttpsEdgeRoute, inForm, output, type Program, sourceProgram } from "../../support/program";
import { failureText, type TestStack, withStack } from "../../support/stack";

/** Values that JSON does not have, in arguments that take any JSON, on the real engine. */

const it = withStack();

const PATH = "policy.inbound.actions.config";

const args = (config: unknown): HttpsEdgeRouteArgs =>
  ({
    edgeId: "edge_1",
    matchType: "exact_path",
    match: "/api",
    policy: { inbound: { actions: { type: "log", config } } },
  }) as HttpsEdgeRouteArgs;

describe.each(FORMS)("as %s", (form) => {
  const parameters = { form, route: args({}) };
  const refusal = (stack: TestStack, program: Program) => failureText(stack.preview(program));

  it("a date in the result of an apply is refused in a preview, by its path", async ({ stack }) => {
    const program = sourceProgram(({ edge, pulumi, inForm }, { form, route }) => {
      const config = { since: pulumi.output(1).apply(() => new Date(0)) };
      const policy = {
        inbound: { actions: { type: "log", config } },
      } as unknown as HttpsEdgeRouteArgs["policy"];
      inForm(form, () => new edge.HttpsEdgeRoute(`applied-${form}`, { ...route, policy }));
    }, parameters);
    expect(await refusal(stack, program)).toContain(
      `HttpsEdgeRoute 'applied-${form}': ${PATH}.since must be a JSON value, got an instance of Date`,
    );
  });

  it("NaN and an asset that a transform brings in are refused in a preview, by their paths", async ({
    stack,
  }) => {
    const program = sourceProgram(({ edge, pulumi, inForm }, { form, route }) => {
      const config = { retries: Number.NaN, file: [new pulumi.asset.StringAsset("canary-text")] };
      const policy = { inbound: { actions: { type: "log", config } } };
      const transform: ResourceTransformation = ({ props, opts }) => ({
        props: { ...props, policy },
        opts,
      });
      const opts = { transformations: [transform] };
      inForm(form, () => new edge.HttpsEdgeRoute(`transformed-${form}`, route, opts));
    }, parameters);
    const text = await refusal(stack, program);
    expect(text).toContain(`${PATH}["retries"] must be a JSON value, got NaN`);
    expect(text).toContain(`${PATH}["file"][0] must be a JSON value, got an asset`);
  });
});

it("a value that JSON does not have is never sent", ({ emulator }) => {
  expect(emulator.requests()).toEqual([]);
});

it("any JSON is sent unchanged", async ({ emulator, stack }) => {
  const config = {
    a: [1, [], {}, null, "x"],
    b: { c: false, "d.e": -1.5e-9 },
    f: Object.assign(Object.create(null), { g: 1 }),
  };
  await stack.up(async () => {
    for (const form of FORMS)
      inForm(
        form,
        () => new HttpsEdgeRoute(`json-${form}`, { ...args(output(config)), match: `/${form}` }),
      );
  });
  const sent = emulator.requests().filter(({ method }) => method === "POST");
  expect(sent.map(({ body }) => body)).toEqual(
    FORMS.map(() =>
      expect.objectContaining({ policy: { inbound: { actions: { type: "log", config } } } }),
    ),
  );
});
