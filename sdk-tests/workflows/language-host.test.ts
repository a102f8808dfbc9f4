import { readFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { describe, expect } from "vitest";
import { withEmulator } from "../support/fixtures";
import { folderOfTest } from "../support/folders";
import { makePack } from "../support/made-policy-pack";
import { sourceProgram } from "../support/program";
import { TestStack } from "../support/stack";

/**
 * Tests of the features of the language host for Node.js. The host next to the CLI may be built by `tools/from-source`, from
 * older sources. Another host, such as that of a release, is tested too, if `OTHER_LANGUAGE_HOST` is its folder.
 */

const other = process.env.OTHER_LANGUAGE_HOST;
const hosts = [
  { title: "beside the CLI", environment: {}, isThere: true },
  {
    title: "that OTHER_LANGUAGE_HOST names",
    // The CLI prefers a host in the PATH to the host next to it.
    environment: { PATH: [other, process.env.PATH].join(delimiter) },
    isThere: other !== undefined,
  },
];

const it = withEmulator();

/**
 * Returns a program with hooks of a resource that is created, and of a resource that a later run deletes, and with a
 * transform of the stack.
 */
const program = (declared: readonly string[], file: string) =>
  sourceProgram(
    ({ edge, pulumi, load }, { declared, file }) => {
      const { appendFileSync } = load("node:fs") as typeof import("node:fs");
      const hook = (event: string) =>
        new pulumi.ResourceHook(event, ({ name }) => appendFileSync(file, `${event} ${name}\n`));
      const hooks = { afterCreate: [hook("afterCreate")], beforeDelete: [hook("beforeDelete")] };
      void pulumi.runtime.registerResourceTransform(({ type, props, opts }) =>
        type.endsWith("AgentIngress")
          ? { props: { ...props, description: "transformed" }, opts }
          : undefined,
      );
      for (const name of declared)
        new edge.AgentIngress(name, { domain: `${name}.example.com` }, { hooks });
    },
    { declared, file },
  );

describe.each(hosts)("the language host $title", ({ environment, isThere }) => {
  it("runs hooks until the last step, transforms of the stack, and policy packs", async ({
    emulator,
    skip,
  }) => {
    if (!isThere) skip("OTHER_LANGUAGE_HOST names no other host to compare with");
    const folder = folderOfTest();
    const file = join(folder, "events");
    await using stack = await TestStack.create(emulator, environment);
    await stack.up(program(["stays", "goes"], file));
    expect(emulator.objects().map(({ body }) => body.description)).toEqual([
      "transformed",
      "transformed",
    ]);
    await stack.up(program(["stays"], file));
    expect(readFileSync(file, "utf8").trim().split("\n").toSorted()).toEqual([
      "afterCreate goes",
      "afterCreate stays",
      "beforeDelete goes",
    ]);
    const pack = await makePack(folder, { all: "advisory" });
    expect(await stack.pulumi("preview", "--policy-pack", pack)).toMatch(
      /certificates-managed|edge-ingress@v/,
    );
    await stack.destroy(program(["stays"], file));
  });
});

describe("an engine", () => {
  /**
   * Returns the declaration of a module. The monitor's response about hooks can be replaced by that of an older engine.
   */
  const module = (isOld: boolean) =>
    sourceProgram(
      ({ edge, pulumi }, { isOld }) => {
        const monitor = pulumi.runtime.getMonitor() as unknown as Record<string, unknown>;
        const noSupport = (_: unknown, answer: (error: null, response: object) => void) =>
          answer(null, { getHassupport: () => false });
        if (isOld) monitor.supportsFeature = noSupport;
        new edge.HttpsEdgeMutualTls("clients", {
          edgeId: "e_1",
          certificateAuthorityIds: ["ca_1"],
        });
      },
      { isOld },
    );

  it("that ends programs early is reported in a warning, and today's is not", async ({
    emulator,
  }) => {
    await using stack = await TestStack.create(emulator);
    expect((await stack.up(module(true))).text).toContain("this Pulumi CLI is older than 3.182");
    expect((await stack.up(module(false))).text).not.toContain("older than");
    await stack.destroy();
  });
});
