import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "vitest";
import type { Values } from "../../src/core/schema/values";
import type { Emulator } from "../../src/emulator";
import { cases } from "../cases";
import type { ResourceCase } from "../cases/case";
import { argumentsOf, Canaries } from "../support/canaries";
import { SAMPLED_FORMS } from "../support/forms";
import { type InstalledProject, withProject } from "../support/installed";
import { Places } from "../support/places";
import { resourceOf } from "../support/resources";

/** Every argument of every kind marked as secret, on the real engine: whatever it prints and writes holds none of them. */

const it = withProject(`
const { runtime, secret } = require("@pulumi/pulumi");
const edge = require("pulumi-edge-ingress");
for (const { form, type, place, args } of require("./resources.json")) {
  runtime.setConfig("edge-ingress:plugin", String(form === "plugin"));
  const marked = Object.fromEntries(Object.entries(args).map(([name, value]) => [name, secret(value)]));
  new edge[type](type + "-" + form, { ...place, ...marked });
}
`);

const canaries = new Canaries();
let places: Places;

it.beforeAll(async ({ emulator, project }) => {
  places = await Places.create(emulator, cases, SAMPLED_FORMS);
  project.environment.EDGE_INGRESS_LOG = `requests:${join(project.folder, "requests.log")}`;
});

/**
 * Declares the resources of the program, with new canaries each time. The ids of edges and routes are parts of the
 * resources' ids, and are not secret.
 */
async function declare(
  project: InstalledProject,
  argsOf: (testCase: ResourceCase) => Values,
): Promise<void> {
  const resources = SAMPLED_FORMS.flatMap((form) =>
    cases.map((testCase) => ({
      form,
      type: testCase.type,
      place: places.of(testCase, form),
      args: canaries.mark(
        resourceOf(testCase.type).definition.fields,
        argsOf(testCase),
        "arguments",
      ).args,
    })),
  );
  await writeFile(join(project.folder, "resources.json"), JSON.stringify(resources));
}

/** The state and its backups, and the log. */
async function written({ folder }: InstalledProject): Promise<string> {
  const entries = await readdir(join(folder, "state"), { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name));
  return (
    await Promise.all(
      [...files, join(folder, "requests.log")].map((file) => readFile(file, "utf8")),
    )
  ).join("\n");
}

const refuse = (emulator: Emulator) => {
  const msg = JSON.stringify(emulator.objects().map(({ body }) => body));
  for (const method of ["PATCH", "PUT"])
    emulator.addFault({ method, status: 400, times: "always", body: { msg } });
};

it("no command prints, stores or logs an argument", async ({ emulator, project }) => {
  const run = (...args: string[]) => project.pulumi(args);
  await declare(project, argumentsOf);
  await project.init();
  const summary = `${SAMPLED_FORMS.length * cases.length + 1} created`;
  expect((await run("up", "--yes", "--skip-preview")).text).toContain(summary);
  await declare(project, (testCase) => ({
    ...argumentsOf(testCase),
    ...testCase.life.changed.args,
  }));
  expect((await run("preview", "--json")).code).toBe(0);
  for (const { path, body } of emulator.objects()) {
    if ("description" in body)
      emulator.edit(path, { description: canaries.add(`Canary-of-others-${body.id}`) });
  }
  refuse(emulator);
  // It shows the preview and what the refresh finds first, as `pulumi preview --diff` and `pulumi refresh --diff` do.
  const refused = await run("up", "--yes", "--refresh", "--diff", "--continue-on-error");
  expect(refused.text).toContain("Previewing update");
  expect(refused.text).toContain("answered 400");
  emulator.clearFaults();
  expect((await run("stack", "export")).code).toBe(0);
  expect((await run("destroy", "--yes", "--skip-preview")).code).toBe(0);
  expect(canaries.in(project.printed)).toEqual([]);
  const files = await written(project);
  expect(files).toContain("answered 400");
  expect(canaries.in(files)).toEqual([]);
});
