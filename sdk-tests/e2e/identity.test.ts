import type * as pulumiTypes from "@pulumi/pulumi";
import { expect } from "vitest";
import { sourceProgram } from "../support/program";
import { withStack } from "../support/stack";

/**
 * Tests of the properties by which the engine identifies a resource of the program with one in the state: name, parent
 * and type.
 */

const it = withStack();

/** Returns a program that declares its resources under new names and parents, with aliases. */
const program = (isMoved: boolean) =>
  sourceProgram(
    ({ edge, pulumi }, { isMoved }) => {
      const group = (name: string) => new pulumi.ComponentResource("test:index:Group", name);
      const was = (...aliases: pulumiTypes.Input<pulumiTypes.URN | pulumiTypes.Alias>[]) =>
        isMoved ? { aliases } : {};
      const name = (before: string, after: string) => (isMoved ? after : before);

      new edge.SshCertificateAuthority(name("a", "renamed"), {}, was({ name: "a" }));
      new edge.SshCertificateAuthority(
        name("b", "by-output"),
        {},
        was(pulumi.output({ name: "b" })),
      );
      const urn = `urn:pulumi:${pulumi.getStack()}::${pulumi.getProject()}::edge-ingress:index:SshCertificateAuthority::c`;
      new edge.SshCertificateAuthority(name("c", "by-urn"), {}, was(urn));

      const moved = group("moved");
      new edge.AgentIngress(
        "d",
        { domain: "d.example.com" },
        isMoved ? { parent: moved, ...was({ parent: pulumi.rootStackResource }) } : {},
      );
      const [before, after] = [group("before"), group("after")];
      new edge.HttpsEdgeRoute(
        name("e", "renamed-and-moved"),
        { edgeId: "edge_1", matchType: "exact_path", match: "/", backend: { backendId: "bkd_1" } },
        isMoved ? { parent: after, ...was({ name: "e", parent: before }) } : { parent: before },
      );
      new edge.HttpsEdgeTlsTermination(
        name("f", "edge"),
        { edgeId: "edge_1", minVersion: "1.3" },
        was({ name: "f" }),
      );

      const component = new pulumi.ComponentResource(
        "test:index:Group",
        name("g", "group"),
        {},
        was({ name: "g" }),
      );
      new edge.SshCertificateAuthority(
        name("h", "child"),
        {},
        { parent: component, ...was({ name: "h" }) },
      );
      new edge.Provider(name("i", "account"), { maxRetries: 3 }, was({ name: "i" }));
    },
    { isMoved },
  );

it("an object stays the same if its resource is renamed or moved, and moves to the plugin, in one deployment", async ({
  emulator,
  stack,
}) => {
  await stack.up(program(false));
  const before = [...(await stack.ids()).values()].toSorted();
  await stack.setConfig("edge-ingress:plugin", "true");
  emulator.clearRequests();
  expect((await stack.preview(program(true))).steps).toEqual([]);
  const { steps, text } = await stack.up(program(true));
  expect({ steps, requests: emulator.requests() }).toEqual({ steps: [], requests: [] });
  expect(text).toMatch(/Resources:\s+\d+ unchanged/);
  expect([...(await stack.ids()).values()].toSorted()).toEqual(before);
  const types = (await stack.exported()).deployment.resources.map(
    ({ type }: { type: string }) => type,
  );
  expect(types.filter((type: string) => type.includes("dynamic"))).toEqual([]);
});
