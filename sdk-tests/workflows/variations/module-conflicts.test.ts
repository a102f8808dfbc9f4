import type * as pulumiTypes from "@pulumi/pulumi";
import { describe, expect } from "vitest";
import { SAMPLED_FORMS } from "../../support/forms";
import { declaring, HttpsEdgeMutualTls, sourceProgram } from "../../support/program";
import { failureText, type Program, withStack } from "../../support/stack";

/** Tests of two resources of a program that configure the same module. */

const edgeId = "edge_1";
const place = "/edges/https/edge_1/mutual_tls";

const tests = { dynamic: withStack({}, {}, "dynamic"), plugin: withStack({}, {}, "plugin") };

describe.each(SAMPLED_FORMS)("as %s", (form) => {
  const it = tests[form];

  const clients = (name: string, authority: string) =>
    new HttpsEdgeMutualTls(name, { edgeId, certificateAuthorityIds: [authority] });

  it.for<{ title: string; twice: Program }>([
    {
      title:
        "a resource that is declared before the resource of the state is refused, and overwrites nothing",
      twice: () => {
        clients("other", "ca_2");
        clients("clients", "ca_1");
      },
    },
    {
      title:
        "a resource that is declared after the resource of the state is refused, and overwrites nothing",
      twice: () => {
        clients("clients", "ca_1");
        clients("other", "ca_2");
      },
    },
  ])("$title", async ({ twice }, { emulator, stack }) => {
    const once = declaring(() => clients("clients", "ca_1"));
    await stack.up(once);
    emulator.clearRequests();
    for (const refused of [() => stack.preview(twice), () => stack.up(twice)])
      expect(await failureText(refused())).toMatch(
        new RegExp(
          `the module at ${place} is already configured by HttpsEdgeMutualTls (clients|other): remove one of the two`,
        ),
      );
    expect(emulator.requests().filter(({ method }) => method !== "GET")).toEqual([]);
    expect((await stack.up(once)).steps).toEqual([]);
    await stack.destroy();
    expect(emulator.objects()).toEqual([]);
  });

  it("transforms see the arguments of the program, and two resources may differ only by transforms", async ({
    emulator,
    stack,
  }) => {
    const placeholders = sourceProgram(({ edge, pulumi }) => {
      const seen: unknown[] = [];
      pulumi.runtime.registerStackTransformation(({ type, props }) => {
        if (type.includes("MutualTls")) seen.push(props.edgeId);
        return undefined;
      });
      const transforms: pulumiTypes.ResourceTransform[] = [
        ({ name, props, opts }) => ({ props: { ...props, edgeId: `edge_${name}` }, opts }),
      ];
      const parent = new pulumi.ComponentResource("test:index:Group", "group", {}, { transforms });
      for (const name of ["a", "b"])
        new edge.HttpsEdgeMutualTls(
          name,
          { edgeId: "EDGE", certificateAuthorityIds: ["ca_1"] },
          { parent },
        );
      return { seen };
    }, {});
    await stack.up(placeholders);
    expect((await stack.outputs()).seen?.value).toEqual(["EDGE", "EDGE"]);
    expect(
      emulator
        .objects()
        .map(({ path }) => path)
        .toSorted(),
    ).toEqual(["/edges/https/edge_a/mutual_tls", "/edges/https/edge_b/mutual_tls"]);
    await stack.destroy();
  });
});
