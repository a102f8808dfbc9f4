import { cp, mkdir, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Emulator, startEmulator } from "../../src/emulator";
import { configuration, type PolicyCase, policyCases } from "../policy/cases";
import { program } from "../review/program";
import { FORMS, type FormName } from "../support/forms";
import { InstalledProject, PLUGINS, sdks } from "../support/installed";

/** Labelled programs of one stack, previewed by the real engine with a policy pack. */

const ROOT = join(__dirname, "../..");

const changes = policyCases.map(({ name, resources }) => ({
  name,
  expected: "none" as const,
  before: [],
  after: resources,
}));

let emulator: Emulator;
let project: InstalledProject;
let pack: string;

beforeAll(async () => {
  emulator = await startEmulator();
  project = await InstalledProject.create(program(changes), sdks.newest, PLUGINS);
  pack = await makePack(project.folder);
}, 60_000);

afterAll(async () => {
  await project[Symbol.asyncDispose]();
  await emulator.close();
});

/** A policy pack beside a program, with packages of its own. */
async function makePack(folder: string): Promise<string> {
  const target = join(folder, "pack");
  const packages = join(target, "node_modules");
  await mkdir(join(packages, "@pulumi"), { recursive: true });
  await symlink(sdks.newest, join(packages, "@pulumi/pulumi"), "junction");
  await symlink(join(ROOT, "node_modules/@pulumi/policy"), join(packages, "@pulumi/policy"), "junction");
  await cp(join(folder, "node_modules/pulumi-edge-ingress"), join(packages, "pulumi-edge-ingress"), {
    recursive: true,
  });
  await writeFile(join(target, "PulumiPolicy.yaml"), "runtime: nodejs\n");
  await writeFile(join(target, "package.json"), '{ "name": "pack", "version": "1.0.0", "main": "index.js" }');
  const args = JSON.stringify({ all: "mandatory", ...configuration });
  const text = `const { EdgeIngressPolicies } = require("pulumi-edge-ingress/policy");\nnew EdgeIngressPolicies(${args});\n`;
  await writeFile(join(target, "index.js"), text);
  return target;
}

/** A preview with the policy pack: its exit code, and the violations, by policy and resource. */
async function previewAs(form: FormName, stack: string) {
  const environment = { EDGE_INGRESS_BASE_URL: emulator.url, EDGE_INGRESS_API_KEY: emulator.apiKey, PHASE: "after" };
  await project.pulumi(["stack", "init", stack]);
  if (form === "plugin") await project.pulumi(["config", "set", "edge-ingress:plugin", "true", `--stack=${stack}`]);
  return project.pulumi(["preview", `--policy-pack=${pack}`, `--stack=${stack}`], environment);
}

/** The CLI prints of each violation: `[mandatory] [severity: high]  route-protected  (edge-ingress:…: open.route)`. */
const violationsIn = (text: string): Set<string> =>
  new Set(
    [...text.matchAll(/\[mandatory\] \[severity: \w+\]\s+([\w-]+)\s+\((.*?)\)/g)].map(([, policy, resource]) => {
      const name = resource?.split(": ").at(-1) ?? "";
      return `${policy} ${name}`;
    }),
  );

const found = ({ policy, name, at }: PolicyCase): string => `${policy} ${name}.${at}`;

describe.each(FORMS)("of labelled programs, as %s", (form) => {
  let text: string;
  let violations: ReadonlySet<string>;

  beforeAll(async () => {
    const ended = await previewAs(form, `as-${form}`);
    text = ended.text;
    expect(ended.code, text).not.toBe(0);
    violations = violationsIn(text);
  }, 300_000);

  it.each(policyCases.filter(({ violates }) => violates).map((each) => [each.policy, each.name, each] as const))(
    "%s refuses %s",
    (_policy, _name, each) => {
      expect([...violations]).toContain(found(each));
    },
  );

  it.each(policyCases.filter(({ violates }) => !violates).map((each) => [each.policy, each.name, each] as const))(
    "%s accepts %s",
    (_policy, _name, { policy, name }) => {
      expect([...violations].filter((each) => each.startsWith(`${policy} ${name}.`))).toEqual([]);
    },
  );

  it("no message has a secret", () => {
    expect(text).not.toContain("canary");
    expect(text).toContain("event-destination  (pulumi:pulumi:Stack: ");
  });
});
