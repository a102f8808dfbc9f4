import * as pulumi from "@pulumi/pulumi";
import { describe, expect, it } from "vitest";
import { eventDestination, httpsEdgeRoute } from "../../src/core/definitions";
import type { Table } from "../../src/core/schema/field";
import { markedProperty, secretOutputs } from "../../src/fronts/program/marks";

const marked = async (
  args: object,
  outputs: readonly string[] = [],
  { fields }: { readonly fields: Table } = httpsEdgeRoute,
) =>
  (await (markedProperty(fields, args, outputs) as { __secrets?: Promise<unknown> }).__secrets) ??
  "none";

const hush = pulumi.secret("hush");

describe("the paths of what a program has marked as secret", () => {
  it.each([
    [{ description: hush }, ["description"]],
    [{ description: Promise.resolve(hush) }, ["description"]],
    [
      { policy: { inbound: { actions: { type: "log", config: { a: [{ b: hush }] } } } } },
      ['policy.inbound.actions.config["a"]'],
    ],
    [
      { requestHeaders: { add: { "x.y": hush, z: hush, w: pulumi.output("w") } } },
      ['requestHeaders.add["x.y"]', 'requestHeaders.add["z"]'],
    ],
    [{ requestHeaders: { add: pulumi.output({ x: hush }) } }, ["requestHeaders.add"]],
    [{ userAgentFilter: pulumi.output({ allow: [hush] }) }, ["userAgentFilter"]],
    [
      { jwtValidation: { issuer: { allowList: [{ value: hush }] } } },
      ["jwtValidation.issuer.allowList"],
    ],
  ])("of %j are %j", async (args, paths) => {
    expect(await marked(args)).toEqual(paths);
  });

  it("have those that the resource's options name", async () => {
    expect(await marked({ description: "x" }, ["metadata"])).toEqual(["metadata"]);
  });

  it("are no property if nothing is an output, and absent from the state if nothing is marked", async () => {
    expect(
      markedProperty(httpsEdgeRoute.fields, { description: "x", backend: { backendId: "b" } }, []),
    ).toEqual({});
    expect(await marked({ description: pulumi.output("x"), match: Promise.resolve("/") })).toBe(
      "none",
    );
  });

  it("leave out what the table marks itself", async () => {
    expect(await marked({ target: { monitoring: { apiKey: hush } } }, [], eventDestination)).toBe(
      "none",
    );
  });
});

/**
 * Tests of the detection of secret arguments in the class; the end-to-end tests cover the result on the real engine.
 */

const of = (args: object, declared?: readonly string[]) =>
  secretOutputs(httpsEdgeRoute.fields, { ...args }, declared);

describe("outputs that repeat an argument", () => {
  it("are not secret if it is a plain value, without a wait", () => {
    expect(of({ backend: { backendId: "b" }, edgeId: "e" })).toEqual({ names: [] });
  });

  it("count as secrets until it is known that they are none", async () => {
    const { names, final } = of({
      backend: { backendId: pulumi.output("b") },
      ipRestriction: Promise.resolve({ ipPolicyIds: [pulumi.secret("p")] }),
    });
    expect(names).toEqual(["backendRef", "ipPolicies"]);
    await final;
    expect(names).toEqual(["ipPolicies"]);
  });

  it("stay secret if the argument fails, or the program itself marks them", async () => {
    const failing = Promise.reject(new Error("no id"));
    const { names, final } = of({ backend: failing, edgeId: pulumi.output("e") }, [
      "uri",
      "createdAt",
    ]);
    await final;
    expect(names).toEqual(["uri", "createdAt", "backendRef"]);
  });
});
