import { readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect } from "vitest";
import type { Emulator } from "../../src/emulator";
import { cases } from "../cases";
import { withEmulator } from "../support/fixtures";
import { InstalledProject, PLUGINS, sdks } from "../support/installed";
import { Places } from "../support/places";

/**
 * Tests of stacks of a released version that are continued with this version, and of the stacks of this version with
 * the released version.
 */

const RELEASED = join(__dirname, "../upgrade");
const versions = readdirSync(RELEASED).flatMap((file) =>
  file.endsWith(".tgz") ? [file.replace(".tgz", "")] : [],
);

/** The released version that does not know the plugin. */
const WITHOUT_PLUGIN = "0.1.0";

const PROGRAM = `
const edge = require("pulumi-edge-ingress");
for (const { type, name, args } of JSON.parse(process.env.DECLARED)) new edge[type](name, args);
`;

const it = withEmulator();
let places: Places;
let declared: { type: string; name: string; args: object }[];

it.beforeEach(async ({ emulator }) => {
  emulator.reset();
  places = await Places.create(emulator, cases, ["minimal", "whole"]);
  declared = cases.flatMap((testCase) =>
    Object.entries({ minimal: testCase.life.minimal, whole: testCase.whole }).map(
      ([stage, { args }]) => {
        return {
          type: testCase.type,
          name: `${testCase.type}-${stage}`,
          args: { ...places.of(testCase, stage), ...args },
        };
      },
    ),
  );
});

/** A project with a stack, and a function that runs the CLI in it. */
async function open(emulator: Emulator) {
  const project = await InstalledProject.create(PROGRAM, sdks.newest, PLUGINS);
  const run = (command: string, ...options: string[]) =>
    project.pulumi([...command.split(" "), "--stack=test", ...options], {
      EDGE_INGRESS_BASE_URL: emulator.url,
      EDGE_INGRESS_API_KEY: emulator.apiKey,
      DECLARED: JSON.stringify(declared),
    });
  await project.init();
  return { project, run };
}

/** Returns what the preview of a released version prints for a stack of the plugin. That version declares all resources of the stack, too. */
function previewWith(version: string): RegExp {
  const count = declared.length;
  if (version !== WITHOUT_PLUGIN) return new RegExp(`^ +${count + 1} unchanged$`, "m");
  // It cannot refuse such a stack: its preview shows that it would create all objects again.
  return new RegExp(`\\+ ${count} to create\\s+- ${count} to delete`);
}

const tarballOf = (version: string): string => join(RELEASED, `${version}.tgz`);

const NO_CHANGE = ["--expect-no-changes"];
const APPLY = ["--yes", "--skip-preview"];

const changesSent = (emulator: Emulator) =>
  emulator.requests().filter(({ method }) => method !== "GET");

describe.each(versions)("version %s", (version) => {
  it("leaves a stack that goes on in either form without a change", async ({ emulator }) => {
    const { project, run } = await open(emulator);
    await using _ = project;
    await project.changePackage(tarballOf(version));
    expect(await run("up", ...APPLY)).toMatchObject({ code: 0 });
    const ids = emulator.objects().map(({ path }) => path);
    emulator.clearRequests();

    await project.changePackage();
    expect(await run("preview", ...NO_CHANGE)).toMatchObject({ code: 0 });
    expect(await run("up", ...APPLY, ...NO_CHANGE)).toMatchObject({ code: 0 });
    expect(emulator.requests()).toEqual([]);
    expect(await run("refresh", ...APPLY, ...NO_CHANGE)).toMatchObject({ code: 0 });
    expect(await run("config set edge-ingress:plugin true")).toMatchObject({ code: 0 });
    expect(await run("up", ...APPLY, ...NO_CHANGE)).toMatchObject({ code: 0 });
    expect(await run("refresh", ...APPLY, ...NO_CHANGE)).toMatchObject({ code: 0 });
    expect(changesSent(emulator)).toEqual([]);
    expect(emulator.objects().map(({ path }) => path)).toEqual(ids);

    await project.changePackage(tarballOf(version));
    expect((await run("preview")).text).toMatch(previewWith(version));
    await project.changePackage();
    expect(await run("destroy", ...APPLY)).toMatchObject({ code: 0 });
    expect(emulator.objects().filter(({ path }) => !places.isForeign(path))).toEqual([]);
  });

  it("goes on with a stack of dynamic resources of this version without a change", async ({
    emulator,
  }) => {
    const { project, run } = await open(emulator);
    await using _ = project;
    expect(await run("up", ...APPLY)).toMatchObject({ code: 0 });
    emulator.clearRequests();
    await project.changePackage(tarballOf(version));
    expect(await run("preview", ...NO_CHANGE)).toMatchObject({ code: 0 });
    expect(await run("refresh", ...APPLY, ...NO_CHANGE)).toMatchObject({ code: 0 });
    expect(await run("up", ...APPLY, ...NO_CHANGE)).toMatchObject({ code: 0 });
    expect(changesSent(emulator)).toEqual([]);
    expect(await run("destroy", ...APPLY)).toMatchObject({ code: 0 });
    expect(emulator.objects().filter(({ path }) => !places.isForeign(path))).toEqual([]);
  });
});
