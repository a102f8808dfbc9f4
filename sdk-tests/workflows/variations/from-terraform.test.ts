import { cp, mkdir, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "vitest";
import {
  type Binaries,
  cliEnvironment,
  obtainBinaries,
} from "../../../bench/terraform/binaries.mts";
import { blocksOf } from "../../../site/stage/markdown.mts";
import { newIngress } from "../../emulator/client";
import { withEmulator } from "../../support/fixtures";
import { ImportProject } from "../../support/import-project";
import { Release } from "../../support/release";

/**
 * Tests of docs/guides/from-terraform.md, typed word for word, with Terraform or OpenTofu and the real provider for
 * REST APIs.
 */

const PAGE = join(__dirname, "../../../docs/guides/from-terraform.md");

/**
 * The folder of Terraform's configuration: `resources.tf`, whose resources the reader removes from Terraform's state.
 */
const PROGRAM = join(__dirname, "from-terraform");

const it = withEmulator();
let release: Release;
let binaries: Binaries;
let project: ImportProject;

it.beforeAll(async ({ emulator }) => {
  binaries = await obtainBinaries();
  release = await Release.create();
  project = await ImportProject.createInstalled(emulator, release);
  const home = join(project.folder, "home");
  await mkdir(home);
  await cp(PROGRAM, join(project.folder, "terraform"), { recursive: true });
  const override = `dev_overrides {\n    "mastercard/restapi" = ${JSON.stringify(binaries.pluginDir)}\n  }`;
  await project.write("cli.tfrc", `provider_installation {\n  ${override}\n}\n`);
  Object.assign(project.environment, {
    ...cliEnvironment(home),
    ...project.environment,
    TF_CLI_CONFIG_FILE: join(project.folder, "cli.tfrc"),
    TF_VAR_url: emulator.url,
    TF_VAR_api_key: emulator.apiKey,
  });
  return () => project[Symbol.asyncDispose]();
});

/** Types lines in a folder of the project, without a terminal. A plan that shows a change fails, like any failure. */
async function typed(commands: string, below = "."): Promise<string> {
  const prelude = `terraform() { case "$2" in apply) set -- "$@" -auto-approve ;; esac; command ${binaries.cli} "$@"; }`;
  const script = `${prelude}\n(${commands}\n) 2>&1`;
  const { code, printed } = await project.begin("bash", ["-ec", script], { below }).ended;
  if (code !== 0) throw new Error(`${commands} failed:\n${printed}`);
  return printed;
}

/** The blocks of a section: commands, and files. */
async function blocksIn(
  heading: string,
): Promise<{ readonly language: string; readonly text: string }[]> {
  const page = await readFile(PAGE, "utf8");
  const section = page.split(/^(?=## )/m).find((part) => part.startsWith(`## ${heading}\n`));
  if (section === undefined) throw new Error(`the page has no section ${heading}`);
  return blocksOf(section).flatMap(({ text, language }) =>
    language === undefined ? [] : [{ language, text: text.split("\n").slice(1, -1).join("\n") }],
  );
}

/** Types the commands of a section. */
async function follow(heading: string): Promise<string> {
  const commands = (await blocksIn(heading)).map(({ text }) => text).join("\n");
  const [install, ...others] = commands.split("\n");
  if (install !== "cd migrated && npm install") return typed(commands);
  await release.install(join(project.folder, "migrated"));
  return typed(others.join("\n"), "migrated");
}

it("what Terraform manages moves to a stack and back, and no object changes", async ({
  emulator,
}) => {
  await typed("terraform -chdir=terraform get\nterraform -chdir=terraform apply");
  const other = await newIngress(emulator, "of-nobody.example.com");
  const before = emulator.objects();
  emulator.clearRequests();

  await follow("Freeze");
  await follow("Pull the state");
  const plan = await follow("Dry run");
  const declared = [
    "AgentIngress hosts-eu",
    "AgentIngress hosts-us",
    "HttpsEdgeRoute api",
    "HttpsEdgeTlsTermination tls",
  ];
  for (const name of declared) expect(plan).toContain(`would declare ${name} (`);
  expect(plan).toContain("would import 4 objects into stack prod\n");
  expect(await follow("Import")).toContain("imported 4 objects into stack prod\n");
  const report = await project.read("report.json");
  expect(JSON.parse(report)).toMatchObject({ imported: 4, skipped: [] });
  expect(report).not.toContain(String(other.id));
  expect(await follow("Proof")).toContain("5 objects: 4 managed, 1 unmanaged.");

  const [removed, apply, stateRm] = await blocksIn("Let go in Terraform");
  const [forget, push] = await blocksIn("Back out");
  const listed = () => typed("terraform -chdir=terraform state list");
  const resources = join(project.folder, "terraform/resources.tf");
  await rm(resources);
  await project.write("terraform/removed.tf", `${removed?.text}\n`);
  expect(await typed(apply?.text ?? "")).toMatch(/0 to destroy[\s\S]*0 destroyed/);
  expect(await listed()).not.toContain("restapi_object");

  await rm(join(project.folder, "terraform/removed.tf"));
  await cp(join(PROGRAM, "resources.tf"), resources);
  expect(await typed(push?.text ?? "")).toContain("No changes");
  expect(await listed()).toContain('restapi_object.hosts["eu"]');

  await typed(stateRm?.text ?? "");
  expect(await listed()).not.toContain("restapi_object");
  await typed(push?.text ?? "");
  await typed(forget?.text ?? "");
  expect(emulator.objects()).toEqual(before);
  expect(new Set(emulator.requests().map(({ method }) => method))).toEqual(new Set(["GET"]));
});
