import { join } from "node:path";
import { afterAll, beforeAll, describe, expect } from "vitest";
import type { Emulator } from "../../src/emulator";
import { configuration, type PolicyCase, policyCases } from "../policy/cases";
import { program } from "../review/program";
import { withEmulator } from "../support/fixtures";
import { FORMS, type FormName } from "../support/forms";
import { InstalledProject, PLUGINS, sdks } from "../support/installed";
import { makePack, violationsIn } from "../support/made-policy-pack";

/** Labelled programs of one stack, previewed by the real engine with a policy pack. */

const changes = policyCases.map(({ name, resources }) => ({
  name,
  expected: "none" as const,
  before: [],
  after: resources,
}));

const it = withEmulator();
let project: InstalledProject;
let pack: string;

beforeAll(async () => {
  project = await InstalledProject.create(program(changes), sdks.newest, PLUGINS);
  const installed = join(project.folder, "node_modules/pulumi-edge-ingress");
  const unserved = { edge: "edghts_none", path: "/", expect: { open: true } } as const;
  const levels = { all: "mandatory", ...configuration, expectations: { expectations: [unserved] } } as const;
  pack = await makePack(project.folder, levels, installed);
}, 60_000);

afterAll(async () => {
  await project[Symbol.asyncDispose]();
});

/** A preview with the policy pack: its exit code, and the violations, by policy and resource. */
async function previewAs(emulator: Emulator, form: FormName, stack: string) {
  const environment = { EDGE_INGRESS_BASE_URL: emulator.url, EDGE_INGRESS_API_KEY: emulator.apiKey, PHASE: "after" };
  await project.pulumi(["stack", "init", stack]);
  if (form === "plugin") await project.pulumi(["config", "set", "edge-ingress:plugin", "true", `--stack=${stack}`]);
  return project.pulumi(["preview", `--policy-pack=${pack}`, `--stack=${stack}`], environment);
}

const found = ({ policy, name, at }: PolicyCase): string => `${policy} ${name}.${at}`;

describe.each(FORMS)("of labelled programs, as %s", (form) => {
  let text: string;
  let violations: ReadonlySet<string>;

  it.beforeAll(async ({ emulator }) => {
    const ended = await previewAs(emulator, form, `as-${form}`);
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
    expect(text).toContain("expectations  (pulumi:pulumi:Stack: ");
  });
});
