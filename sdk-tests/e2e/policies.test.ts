import { join } from "node:path";
import { describe, expect } from "vitest";
import { configuration, policyCases, titled } from "../policy/cases";
import { program } from "../review/program";
import { SAMPLED_FORMS } from "../support/forms";
import { withProject } from "../support/installed";
import { makePack, violationsIn } from "../support/made-policy-pack";

/** Tests of labelled programs in a stack, previewed by the real engine with a policy pack. */

const changes = policyCases.map(({ name, resources }) => ({ name, before: [], after: resources }));

const it = withProject(program(changes));
let pack: string;

it.beforeAll(async ({ project }) => {
  const installed = join(project.folder, "node_modules/pulumi-edge-ingress");
  const unserved = { edge: "edghts_none", path: "/", expect: { open: true } } as const;
  const levels = {
    all: "mandatory",
    ...configuration,
    expectations: { expectations: [unserved] },
  } as const;
  pack = await makePack(project.folder, levels, installed);
});

describe.each(SAMPLED_FORMS)("of labelled programs, as %s", (form) => {
  let text: string;
  let violations: ReadonlySet<string>;

  it.beforeAll(async ({ project }) => {
    await project.init(form, form);
    const ended = await project.pulumi(["preview", `--policy-pack=${pack}`], { PHASE: "after" });
    text = ended.text;
    expect(ended.code, text).not.toBe(0);
    violations = violationsIn(text);
  });

  it.each(titled(policyCases))("%s %s %s", (policy, _verdict, name, policyCase) => {
    if (policyCase.violates)
      expect([...violations]).toContain(`${policy} ${name}.${policyCase.at}`);
    else
      expect([...violations].filter((found) => found.startsWith(`${policy} ${name}.`))).toEqual([]);
  });

  it("no message has a secret", () => {
    expect(text).not.toContain("canary");
    expect(text).toContain("expectations  (pulumi:pulumi:Stack: ");
  });
});
