import * as pulumi from "@pulumi/pulumi";
import { describe, expect, it } from "vitest";
import { httpsEdgeRoute } from "../../src/core/definitions";
import { secretOutputs } from "../../src/fronts/program/secret-outputs";

/** How the class looks whether arguments are secrets; what becomes of it on the real engine, the end-to-end tests show. */

const of = (args: object, given?: readonly string[]) => secretOutputs(httpsEdgeRoute.fields, { ...args }, given);

describe("outputs that repeat an argument", () => {
  it("are no secrets where it is a plain value, and nothing has to be waited for", () => {
    expect(of({ backend: { backendId: "b" }, edgeId: "e" })).toEqual({ names: [] });
  });

  it("count as secrets until it is known that they are none", async () => {
    const { names, settled } = of({
      backend: { backendId: pulumi.output("b") },
      ipRestriction: Promise.resolve({ ipPolicyIds: [pulumi.secret("p")] }),
    });
    expect(names).toEqual(["backendRef", "ipPolicies"]);
    await settled;
    expect(names).toEqual(["ipPolicies"]);
  });

  it("stay secrets where the argument fails, or the program itself says so", async () => {
    const failing = Promise.reject(new Error("no id"));
    const { names, settled } = of({ backend: failing, edgeId: pulumi.output("e") }, ["uri", "createdAt"]);
    await settled;
    expect(names).toEqual(["uri", "createdAt", "backendRef"]);
  });
});
