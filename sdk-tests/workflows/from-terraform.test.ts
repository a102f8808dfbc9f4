import { execFile } from "node:child_process";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, expect } from "vitest";
import { type Binaries, cliEnvironment, obtainBinaries } from "../../bench/terraform/binaries.mts";
import { blocksOf } from "../../site/stage/markdown.mts";
import type { Emulator } from "../../src/emulator";
import { members } from "../emulator/client";
import { withEmulator } from "../support/fixtures";
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

let release: Release;
const it = withEmulator();
let binaries: Binaries;
let folder: string;

beforeAll(async () => {
  binaries = await obtainBinaries();
  release = await Release.create();
  folder = await mkdtemp(join(tmpdir(), "from-terraform-"));
  for (const each of ["state", "home", "project", "project/terraform", "project/terraform/api"]) {
    await mkdir(join(folder, each));
  }
  const manifest = { private: true, dependencies: { "pulumi-edge-ingress": "*", "@pulumi/pulumi": "^3.216.0" } };
  await writeFile(join(folder, "project/package.json"), JSON.stringify(manifest));
  await release.install(join(folder, "project"));
  const override = `dev_overrides {\n    "mastercard/restapi" = ${JSON.stringify(binaries.pluginDir)}\n  }`;
  await writeFile(join(folder, "cli.tfrc"), `provider_installation {\n  ${override}\n}\n`);
  await writeFile(join(folder, "project/terraform/api/main.tf"), MODULE);
});

afterAll(async () => {
  await rm(folder, { recursive: true });
  await release[Symbol.asyncDispose]();
});

const configure = (emulator: Emulator, resources: string) =>
  writeFile(join(folder, "project/terraform/main.tf"), providerAt(emulator.url) + resources);

/** Types lines in a folder of the project, without a terminal; a plan that shows a change, like any failure, fails. */
function typed(emulator: Emulator, commands: string, cwd = "."): Promise<string> {
  const env = {
    ...cliEnvironment(join(folder, "home")),
    TF_CLI_CONFIG_FILE: join(folder, "cli.tfrc"),
    TF_VAR_api_key: emulator.apiKey,
    PULUMI_HOME: join(folder, "home"),
    PULUMI_DISABLE_AUTOMATIC_PLUGIN_ACQUISITION: "true",
    PULUMI_BACKEND_URL: pathToFileURL(join(folder, "state")).href,
    PULUMI_CONFIG_PASSPHRASE: "test",
    EDGE_INGRESS_BASE_URL: emulator.url,
    EDGE_INGRESS_API_KEY: emulator.apiKey,
  };
  const prelude = `terraform() { case "$2" in apply) set -- "$@" -auto-approve ;; esac; command ${binaries.cli} "$@"; }`;
  return new Promise((done, fail) => {
    const script = `${prelude}\n${commands}`;
    execFile("bash", ["-ec", `(${script}\n) 2>&1`], { cwd: join(folder, "project", cwd), env }, (error, printed) => {
      if (error) fail(new Error(`${commands} failed:\n${printed}`, { cause: error }));
      else done(printed);
    });
  });
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
async function follow(emulator: Emulator, heading: string): Promise<string> {
  const commands = (await blocksIn(heading)).map(({ text }) => text).join("\n");
  const [install, ...others] = commands.split("\n");
  if (install !== "cd infra && npm install") return typed(emulator, commands);
  await release.install(join(folder, "project/infra"));
  return typed(emulator, others.join("\n"), "infra");
}

it("what Terraform manages moves to a stack and back, and no object changes", async ({ emulator }) => {
  await configure(emulator, RESOURCES);
  await typed(emulator, "terraform -chdir=terraform get\nterraform -chdir=terraform apply");
  const other = await members(emulator, "POST", "/agent_ingresses", { domain: "of-nobody.example.com" });
  const before = emulator.objects();
  emulator.clearRequests();

  await follow(emulator, "Freeze");
  await follow(emulator, "Pull the state");
  const plan = await follow(emulator, "Dry run");
  for (const name of [
    "AgentIngress hosts-eu",
    "AgentIngress hosts-us",
    "HttpsEdgeRoute api",
    "HttpsEdgeTlsTermination tls",
  ]) {
    expect(plan).toContain(`would declare ${name} (`);
  }
  expect(plan).toContain("would import 4 objects into stack prod\n");
  expect(await follow(emulator, "Import")).toContain("imported 4 objects into stack prod\n");
  const report = await readFile(join(folder, "project/report.json"), "utf8");
  expect(JSON.parse(report)).toMatchObject({ imported: 4, skipped: [] });
  expect(report).not.toContain(String(other.id));
  expect(await follow(emulator, "Proof")).toContain("5 objects: 4 managed, 1 unmanaged.");

  const [removed, apply, stateRm] = await blocksIn("Let go in Terraform");
  const [forget, push] = await blocksIn("Back out");
  const listed = () => typed(emulator, "terraform -chdir=terraform state list");
  await configure(emulator, "");
  await writeFile(join(folder, "project/terraform/removed.tf"), `${removed?.text}\n`);
  expect(await typed(emulator, apply?.text ?? "")).toMatch(/0 to destroy[\s\S]*0 destroyed/);
  expect(await listed()).not.toContain("restapi_object");

  await rm(join(folder, "project/terraform/removed.tf"));
  await configure(emulator, RESOURCES);
  expect(await typed(emulator, push?.text ?? "")).toContain("No changes");
  expect(await listed()).toContain('restapi_object.hosts["eu"]');

  await typed(emulator, stateRm?.text ?? "");
  expect(await listed()).not.toContain("restapi_object");
  await typed(emulator, push?.text ?? "");
  await typed(emulator, forget?.text ?? "");
  expect(emulator.objects()).toEqual(before);
  expect(new Set(emulator.requests().map(({ method }) => method))).toEqual(new Set(["GET"]));
});
