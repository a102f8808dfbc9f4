import { mkdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "vitest";
import { type Binaries, cliEnvironment, obtainBinaries } from "../../bench/terraform/binaries.mts";
import { blocksOf } from "../../site/stage/markdown.mts";
import type { Emulator } from "../../src/emulator";
import { members } from "../emulator/client";
import { withEmulator } from "../support/fixtures";
import { ImportProject } from "../support/import-project";
import { Release } from "../support/release";

/** docs/guides/from-terraform.md, typed word for word, with Terraform or OpenTofu and the real provider for REST APIs. */

const PAGE = join(__dirname, "../../docs/guides/from-terraform.md");

const MODULE = `terraform {
  required_providers {
    restapi = { source = "mastercard/restapi" }
  }
}

resource "restapi_object" "this" {
  path = "/edges/https/edghts_1/routes"
  data = jsonencode({ match_type = "path_prefix", match = "/api", backend = { backend_id = "bkdhr_1" } })
}
`;

const providerAt = (url: string) => `terraform {
  required_providers {
    restapi = { source = "mastercard/restapi" }
  }
}

variable "api_key" {
  sensitive = true
}

provider "restapi" {
  uri                  = "${url}"
  headers              = { Authorization = "Bearer \${var.api_key}", "Service-Version" = "2" }
  update_method        = "PATCH"
  write_returns_object = true
}
`;

const TLS = "/edges/https/edghts_1/tls_termination";

const RESOURCES = `
resource "restapi_object" "hosts" {
  for_each = toset(["eu", "us"])
  path     = "/agent_ingresses"
  data     = jsonencode({ domain = "\${each.key}.example.com" })
}

resource "restapi_object" "tls" {
  path          = "${TLS}"
  create_method = "PUT"
  read_path     = "${TLS}"
  update_path   = "${TLS}"
  destroy_path  = "${TLS}"
  object_id     = "edghts_1"
  data          = jsonencode({ min_version = "1.2" })
}

module "api" {
  source = "./api"
}
`;

const MANIFEST = JSON.stringify({
  private: true,
  dependencies: { "pulumi-edge-ingress": "*", "@pulumi/pulumi": "^3.216.0" },
});

const it = withEmulator();
let release: Release;
let binaries: Binaries;
let project: ImportProject;

it.beforeAll(async ({ emulator }) => {
  binaries = await obtainBinaries();
  release = await Release.create();
  project = await ImportProject.create(emulator, tmpdir());
  const home = join(project.folder, "home");
  for (const folder of [home, join(project.folder, "terraform/api")]) await mkdir(folder, { recursive: true });
  await project.write("package.json", MANIFEST);
  await release.install(project.folder);
  const override = `dev_overrides {\n    "mastercard/restapi" = ${JSON.stringify(binaries.pluginDir)}\n  }`;
  await project.write("cli.tfrc", `provider_installation {\n  ${override}\n}\n`);
  await project.write("terraform/api/main.tf", MODULE);
  Object.assign(project.environment, {
    ...cliEnvironment(home),
    ...project.environment,
    TF_CLI_CONFIG_FILE: join(project.folder, "cli.tfrc"),
    TF_VAR_api_key: emulator.apiKey,
  });
  return () => project[Symbol.asyncDispose]();
});

const configure = (emulator: Emulator, resources: string) =>
  project.write("terraform/main.tf", providerAt(emulator.url) + resources);

/** Types lines in a folder of the project, without a terminal; a plan that shows a change, like any failure, fails. */
async function typed(commands: string, below = "."): Promise<string> {
  const prelude = `terraform() { case "$2" in apply) set -- "$@" -auto-approve ;; esac; command ${binaries.cli} "$@"; }`;
  const script = `${prelude}\n(${commands}\n) 2>&1`;
  const { code, printed } = await project.begin("bash", ["-ec", script], { below }).ended;
  if (code !== 0) throw new Error(`${commands} failed:\n${printed}`);
  return printed;
}

/** The blocks of a section: commands, and files. */
async function blocksIn(heading: string): Promise<{ readonly language: string; readonly text: string }[]> {
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
  if (install !== "cd infra && npm install") return typed(commands);
  await release.install(join(project.folder, "infra"));
  return typed(others.join("\n"), "infra");
}

it("what Terraform manages moves to a stack and back, and no object changes", async ({ emulator }) => {
  await configure(emulator, RESOURCES);
  await typed("terraform -chdir=terraform get\nterraform -chdir=terraform apply");
  const other = await members(emulator, "POST", "/agent_ingresses", { domain: "of-nobody.example.com" });
  const before = emulator.objects();
  emulator.clearRequests();

  await follow("Freeze");
  await follow("Pull the state");
  const plan = await follow("Dry run");
  for (const name of [
    "AgentIngress hosts-eu",
    "AgentIngress hosts-us",
    "HttpsEdgeRoute api",
    "HttpsEdgeTlsTermination tls",
  ]) {
    expect(plan).toContain(`would declare ${name} (`);
  }
  expect(plan).toContain("would import 4 objects into stack prod\n");
  expect(await follow("Import")).toContain("imported 4 objects into stack prod\n");
  const report = await project.read("report.json");
  expect(JSON.parse(report)).toMatchObject({ imported: 4, skipped: [] });
  expect(report).not.toContain(String(other.id));
  expect(await follow("Proof")).toContain("5 objects: 4 managed, 1 unmanaged.");

  const [removed, apply, stateRm] = await blocksIn("Let go in Terraform");
  const [forget, push] = await blocksIn("Back out");
  const listed = () => typed("terraform -chdir=terraform state list");
  await configure(emulator, "");
  await project.write("terraform/removed.tf", `${removed?.text}\n`);
  expect(await typed(apply?.text ?? "")).toMatch(/0 to destroy[\s\S]*0 destroyed/);
  expect(await listed()).not.toContain("restapi_object");

  await rm(join(project.folder, "terraform/removed.tf"));
  await configure(emulator, RESOURCES);
  expect(await typed(push?.text ?? "")).toContain("No changes");
  expect(await listed()).toContain('restapi_object.hosts["eu"]');

  await typed(stateRm?.text ?? "");
  expect(await listed()).not.toContain("restapi_object");
  await typed(push?.text ?? "");
  await typed(forget?.text ?? "");
  expect(emulator.objects()).toEqual(before);
  expect(new Set(emulator.requests().map(({ method }) => method))).toEqual(new Set(["GET"]));
});
