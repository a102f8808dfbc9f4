import { rm } from "node:fs/promises";
import { expect } from "vitest";
import { JOURNAL } from "../../../src/cli/import/journal";
import type { Emulator } from "../../../src/emulator";
import { newDestination, newIngress, newRoute } from "../../emulator/client";
import { withImportProject } from "../../support/import-fixtures";
import { type ImportProject, INTO_DEV } from "../../support/import-project";
import {
  killWithChildren,
  signalOf,
  startImport,
  startPausedImport,
} from "../../support/killed-import";

/** Tests that kill `edge-ingress import`, and run it again. Events determine the moment, not time. */

const INGRESSES = 20;

const it = withImportProject();

/** The files of an import, in the order in which it writes them before it sets the stack's config. */
const FILES = [
  "Pulumi.yaml",
  JOURNAL,
  "agent-ingresses.ts",
  "event-destinations.ts",
  "https-edges.ts",
  "README.md",
  ".gitignore",
  "package.json",
  "tsconfig.json",
  "index.ts",
];

/** Fills an account, also with objects that need config. Returns the arguments that import it. */
async function fill(emulator: Emulator): Promise<string[]> {
  for (let index = 0; index < INGRESSES; index += 1)
    await newIngress(emulator, `host${index}.example.com`);
  await newDestination(emulator, "audit", "canary-key");
  const route = await newRoute(emulator, { backend: { backend_id: "bkdhr_1" } });
  emulator.clearRequests();
  const named = route.replace("/edges/https/", "").replace("/routes/", "/");
  return [...INTO_DEV, "--route", named];
}

/**
 * Runs the import again, without the options that name the route. It has to complete the first import: each object
 * once, no file lost, no change.
 */
async function expectFinished(project: ImportProject, emulator: Emulator): Promise<void> {
  await project.imported(...INTO_DEV);
  const exported = await project.pulumi("stack", "export", "--stack", "dev");
  const { deployment } = JSON.parse(exported) as {
    deployment: { resources: { type: string; id?: string }[]; pending_operations?: unknown[] };
  };
  const ids = deployment.resources.flatMap(({ type, id }) =>
    type.startsWith("edge-ingress:") ? [id] : [],
  );
  const created = emulator
    .objects()
    .flatMap(({ kind, body }) => (kind === "route_module" ? [] : [body.id]));
  expect(ids.sort()).toEqual(created.sort());
  expect(deployment.pending_operations ?? []).toEqual([]);
  const left = FILES.filter((name) => name !== JOURNAL);
  expect(await project.files()).toEqual([...left, "Pulumi.dev.yaml"].sort());
  await project.pulumi("preview", "--stack", "dev", "--expect-no-changes");
  expect(await project.import(...INTO_DEV)).toMatchObject({
    code: 0,
    text: expect.stringContaining("nothing new to import"),
  });
  expect(new Set(emulator.requests().map(({ method }) => method))).toEqual(new Set(["GET"]));
  expect((await project.written()) + project.printed).not.toContain("canary-");
}

it("an import that is killed before each file that it writes is finished by the next run", async ({
  emulator,
  project,
}) => {
  const args = await fill(emulator);
  for (const name of FILES) {
    expect(await signalOf(startImport(project, args, { KILL_AT: name }), project), name).toBe(
      "SIGKILL",
    );
    expect(await project.files()).not.toContain(name);
  }
  await expectFinished(project, emulator);
});

/** The commands are in the order in which an import runs them. */
const COMMANDS = ["stack init", "plugin install", "config set-all", "pulumi import"];

it("an import that is killed whenever it has started a command of the CLI is finished by the next run", async ({
  emulator,
  project,
}) => {
  const args = await fill(emulator);
  for (const command of COMMANDS)
    expect(await signalOf(startImport(project, args, { KILL_AT: command }), project), command).toBe(
      "SIGKILL",
    );
  await expectFinished(project, emulator);
});

it("an import that is killed while it sets a long secret by the standard input of the CLI is finished by the next run", async ({
  emulator,
  project,
}) => {
  await newDestination(emulator, "audit", `canary-${"k".repeat(20_000)}`);
  const child = startImport(project, INTO_DEV, { KILL_AT: "config set --secret" });
  expect(await signalOf(child, project)).toBe("SIGKILL");
  await project.imported(...INTO_DEV);
  await project.pulumi("preview", "--stack", "dev", "--expect-no-changes");
});

it("an import that is killed with all its processes in the middle of `pulumi import` explains how to unlock the stack", async ({
  emulator,
  project,
}) => {
  const args = await fill(emulator);
  const { child } = await startPausedImport(project, args);
  killWithChildren(child);
  expect(await signalOf(child, project)).toBe("SIGKILL");
  const { code, text } = await project.import(...args);
  expect({ code, text }).toEqual({
    code: 2,
    text: expect.stringMatching(
      /^error: stack dev is locked: .* `pulumi -C \S+ cancel --stack dev`; then run this command again\n$/m,
    ),
  });
  await project.pulumi("cancel", "--yes", "dev");
  await expectFinished(project, emulator);
});

it("an import that is killed alone in the middle of `pulumi import` is finished", async ({
  emulator,
  project,
}) => {
  const args = await fill(emulator);
  const { child, pauseFile } = await startPausedImport(project, args);
  process.kill(child.pid ?? 0, "SIGKILL");
  await rm(pauseFile);
  expect(await signalOf(child, project)).toBe("SIGKILL");
  await expectFinished(project, emulator);
});
