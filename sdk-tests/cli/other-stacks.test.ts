import { describe, expect, it } from "vitest";
import type { CheckedJob } from "../../src/cli/import/check";
import { readOtherStacks } from "../../src/cli/import/other-stacks";
import { lacksScripts, replacePulumi } from "../support/replaced-pulumi";

/** The other stacks of a backend, which an import into the stack prod of the project infra reads. */

const exportOf = (...ids: string[]) => {
  const type = "edge-ingress:index:AgentIngress";
  const resources = ids.map((id) => {
    return { urn: `urn:pulumi:s::p::${type}::${id}`, custom: true, type, id, outputs: {} };
  });
  return JSON.stringify({ version: 3, deployment: { resources } });
};

/** Reads stacks, the first of which was updated last. An export that is undefined fails. */
async function read(
  exports: Readonly<Record<string, string | undefined>>,
  listed?: string,
  target = "prod",
) {
  const names = Object.keys(exports);
  const stacks = names.map((name, index) => {
    return { name, resourceCount: 1, lastUpdate: `2026-01-${90 - index}` };
  });
  const script = `
const exports = ${JSON.stringify(exports)};
const name = args[args.indexOf("--stack") + 1];
if (args[1] === "ls") console.log(${JSON.stringify(listed ?? JSON.stringify(stacks))});
else if (exports[name]) setTimeout(() => console.log(exports[name]), name.includes("slow") ? 300 : 0);
else process.exitCode = 255;
${listed === "" ? "process.exitCode = 255;" : ""}`;
  replacePulumi(script);
  const folder = { name: "infra", backend: undefined };
  const job = { folder, stack: { name: target }, signal: new AbortController().signal };
  const { managers, notes } = await readOtherStacks([job as unknown as CheckedJob]);
  return { managers: Object.fromEntries(managers), notes };
}

const unread = (name: string) =>
  `stack ${name} cannot be read: it may manage objects of this import, too`;

describe.skipIf(lacksScripts)("the other stacks of a backend", () => {
  it("are read, and the stack of the import is not", async () => {
    expect(
      await read({
        "organization/shop/prod": exportOf("agin_1"),
        "organization/infra/prod": exportOf("agin_2"),
        "organization/infra/dev": exportOf("agin_3"),
      }),
    ).toEqual({
      managers: {
        "AgentIngress agin_1": "organization/shop/prod",
        "AgentIngress agin_3": "organization/infra/dev",
      },
      notes: [],
    });
  });

  it("are also the stacks of other organizations, if the stack of the import is named with its organization", async () => {
    const exports = {
      "acme/infra/prod": exportOf("agin_1"),
      "mine/infra/prod": exportOf("agin_2"),
    };
    const managers = { "AgentIngress agin_1": "acme/infra/prod" };
    expect(await read(exports, undefined, "mine/infra/prod")).toEqual({ managers, notes: [] });
    expect(await read(exports)).toEqual({ managers: {}, notes: [] });
  });

  it("that cannot be read are named, and the others are read", async () => {
    const deep = `{"version":3,"deployment":{"resources":[]},"a":${"[".repeat(600)}${"]".repeat(600)}}`;
    const exports = { denied: undefined, deep, text: "no JSON", other: exportOf("agin_1") };
    expect(await read(exports)).toEqual({
      managers: { "AgentIngress agin_1": "other" },
      notes: [unread("denied"), unread("deep"), unread("text")],
    });
  });

  it("are a note if the backend does not list them", async () => {
    const notes = [
      "the other stacks of the backend cannot be listed: they may manage objects of this import, too",
    ];
    expect(await read({}, "")).toEqual({ managers: {}, notes });
    expect(await read({}, "no JSON")).toEqual({ managers: {}, notes });
    expect(await read({}, "[]")).toEqual({ managers: {}, notes: [] });
  });

  it("that have the same object are named by the last update", async () => {
    const exports = { last: exportOf("agin_1"), "before-slow": exportOf("agin_1") };
    expect((await read(exports)).managers).toEqual({ "AgentIngress agin_1": "last" });
  });

  it("are a note if there are too many", async () => {
    const exports = Object.fromEntries(
      Array.from({ length: 101 }, (_, index) => [`s${index}`, undefined]),
    );
    const { notes } = await read(exports);
    expect(notes).toHaveLength(101);
    expect(notes.at(-1)).toContain("1 more stacks of the backend were not looked at");
  });
});
