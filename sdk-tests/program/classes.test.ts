import * as pulumi from "@pulumi/pulumi";
import * as edge from "pulumi-edge-ingress";
import { beforeAll, describe, expect, expectTypeOf, it } from "vitest";
import { cases } from "../cases";
import { classOf, declare } from "../support/classes";

/** Tests of the classes of the built package in a program, apart from the resources that they register. */

const tokenOf = (type: string) => `pulumi-nodejs:dynamic/edge-ingress:${type}`;

beforeAll(() =>
  pulumi.runtime.setMocks(
    { newResource: ({ name }) => ({ id: name, state: {} }), call: () => ({}) },
    "project",
    "stack",
  ),
);

describe.each(cases.map(({ type }) => type))("the class %s", (type) => {
  it("has its type token, by which policies find its resources", () => {
    expect(classOf(type).__pulumiType).toBe(tokenOf(type));
  });

  it("knows its own resources, also those of another copy of the package, and no others", () => {
    const other = type === "AgentIngress" ? "EventDestination" : "AgentIngress";
    expect(classOf(type).isInstance(declare(type, "own", {}))).toBe(true);
    expect(classOf(type).isInstance({ __pulumiType: tokenOf(type) })).toBe(true);
    for (const foreign of [declare(other, "foreign", {}), {}, "text", null, undefined]) {
      expect(classOf(type).isInstance(foreign)).toBe(false);
    }
  });

  it.each([undefined, null, "text", ["a"]])(
    "refuses %j in the place of its arguments in words",
    (args) => {
      expect(() => new (classOf(type))("x", args as never)).toThrow(
        new pulumi.RunError(`${type} 'x': the arguments must be an object, after the name`),
      );
    },
  );

  it("refuses the option import, with the alternative", () => {
    const declared = () => new (classOf(type))("x", {}, { import: "id" });
    expect(declared).toThrow(pulumi.RunError);
    expect(declared).toThrow(
      `${type} 'x': the option import is not supported for dynamic resources; remove it, and import`,
    );
  });
});

describe("the class Provider", () => {
  it("knows providers by their type token", () => {
    expect(edge.Provider.isInstance(new edge.Provider("mine"))).toBe(true);
    expect(edge.Provider.isInstance({ __pulumiType: edge.Provider.__pulumiType })).toBe(true);
    for (const foreign of [declare("AgentIngress", "none", {}), {}, null, undefined]) {
      expect(edge.Provider.isInstance(foreign)).toBe(false);
    }
  });
});

describe("the types of the package", () => {
  it("narrow what isInstance knows", () => {
    const narrowed = (value: unknown) => (edge.AgentIngress.isInstance(value) ? value : undefined);
    expectTypeOf(narrowed).returns.toExtend<edge.AgentIngress | undefined>();
    const all = (values: unknown[]) => values.filter(edge.HttpsEdgeRoute.isInstance);
    expectTypeOf(all).returns.toExtend<edge.HttpsEdgeRoute[]>();
    expectTypeOf(edge.Provider.isInstance).guards.toEqualTypeOf<edge.Provider>();
    expectTypeOf(edge.AgentIngress.__pulumiType).toEqualTypeOf<string>();
  });

  it("have what is always there as always there", () => {
    const of = <T>(found: (id: string) => T) => found;
    expectTypeOf(of((id) => edge.TcpEdgeBackend.get("x", id).backend.id)).returns.toEqualTypeOf<
      pulumi.Output<string>
    >();
    expectTypeOf<edge.HttpsEdgeTlsTermination["terminateAt"]>().toEqualTypeOf<
      pulumi.Output<string>
    >();
    expectTypeOf<edge.TlsEdgeMutualTls["certificateAuthorities"]>().toEqualTypeOf<
      pulumi.Output<edge.Ref[]>
    >();
    expectTypeOf<edge.SamlServiceProvider["metadataUrl"]>().toEqualTypeOf<string>();
    expectTypeOf<edge.HttpsEdgeRoute["backendRef"]>().toEqualTypeOf<
      pulumi.Output<edge.Ref | undefined>
    >();
  });
});
