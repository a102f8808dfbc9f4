import * as pulumi from "@pulumi/pulumi";
import { HttpsEdgeRoute, type HttpsEdgeRouteArgs } from "pulumi-edge-ingress";
import { describe, expect } from "vitest";
import { inForm } from "../support/classes";
import { FORMS } from "../support/forms";
import { declaring, failureText, type TestStack, withStack } from "../support/stack";

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
  /** How the preview of a route fails. */
  const refusal = (stack: TestStack, name: string, config: unknown, opts?: pulumi.CustomResourceOptions) =>
    failureText(
      stack.preview(declaring(() => inForm(form, () => new HttpsEdgeRoute(`${name}-${form}`, args(config), opts)))),
    );

  it("a date in the result of an apply is refused in a preview, by its path", async ({ stack }) => {
    expect(await refusal(stack, "applied", { since: pulumi.output(1).apply(() => new Date(0)) })).toContain(
      `HttpsEdgeRoute 'applied-${form}': ${PATH}.since must be a JSON value, got an instance of Date`,
    );
  });

  it("NaN and an asset that a transform brings in are refused in a preview, by their paths", async ({ stack }) => {
    const config = { retries: Number.NaN, file: [new pulumi.asset.StringAsset("canary-text")] };
    const transform = ({ props, opts }: pulumi.ResourceTransformationArgs) => ({
      props: { ...props, ...args(config) },
      opts,
    });
    const text = await refusal(stack, "transformed", {}, { transformations: [transform] });
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
      inForm(form, () => new HttpsEdgeRoute(`json-${form}`, { ...args(pulumi.output(config)), match: `/${form}` }));
  });
  const sent = emulator.requests().filter(({ method }) => method === "POST");
  expect(sent.map(({ body }) => body)).toEqual(
    FORMS.map(() => expect.objectContaining({ policy: { inbound: { actions: { type: "log", config } } } })),
  );
});
