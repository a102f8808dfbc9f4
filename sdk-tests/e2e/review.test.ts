import { describe, expect } from "vitest";
import { readPreview } from "../../src/insight/engine/preview";
import { sarifReport } from "../../src/insight/report/sarif";
import { type Review, review } from "../../src/insight/review/findings";
import { asJson, asText } from "../../src/insight/review/formats";
import { asMarkdown } from "../../src/insight/review/markdown";
import { allRules } from "../../src/insight/rules/index";
import { effectsOf } from "../review/inputs";
import {
  harmlessChanges,
  isImitatedOnly,
  isUnmet,
  type LabelledChange,
  named,
  needsEngine,
  riskyChanges,
} from "../review/labelled";
import { program } from "../review/program";
import { expectSeverity } from "../review/severity";
import { edgeIngress } from "../support/command";
import { type FormName, SAMPLED_FORMS } from "../support/forms";
import { withProject } from "../support/installed";

const tool = { name: "edge-ingress review", semanticVersion: "1.0.0" };

/** Labelled changes of a program, previewed by the real engine, and the findings of the review for each change. */

const LOGIN_REMOVED = "login-removed";

/**
 * The tests run the changes that only the engine can judge, and every tenth of the other changes:
 * `review/labelled.test.ts` judges all changes without the engine. `npm test -- --all` runs all changes in one form.
 */
const isTriedAs = (form: FormName) => (change: LabelledChange, index: number) =>
  (Boolean(process.env.ALL_TESTS) && form === "plugin") ||
  index % 10 === 0 ||
  change.name === LOGIN_REMOVED ||
  needsEngine(change);

/** The changes of each form, and the tests of their program. */
const forms = SAMPLED_FORMS.map((form) => {
  const sampled = [
    ...riskyChanges.filter(isTriedAs(form)),
    ...harmlessChanges.filter(isTriedAs(form)),
  ];
  const changes = sampled.filter((change) => !isImitatedOnly(change));
  const [unmet, met] = [changes.filter(isUnmet), changes.filter((change) => !isUnmet(change))];
  return { form, met, unmet, it: withProject(program(changes)) };
});

describe.each(forms)(
  "of labelled changes, of which the engine has made the preview, as $form",
  ({ form, met, unmet, it }) => {
    let preview: string;
    let unchanged: string;
    let reviewed: Review;

    const findingsOf = ({ name }: LabelledChange) =>
      effectsOf({
        findings: reviewed.findings.filter(({ resource }) => resource.includes(` ${name}.`)),
      });

    it.beforeAll(async ({ project }) => {
      const run = (phase: string, ...args: string[]) =>
        project.succeed(args, { environment: { PHASE: phase } });
      await project.init(`as-${form}`, form);
      project.environment.IDS = "{}";
      await run("before", "up", "--yes", "--skip-preview");
      project.environment.IDS = await run("before", "stack", "output", "--json");
      unchanged = await run("before", "preview", "--json", "--show-sames");
      preview = await run("after", "preview", "--json", "--show-sames");
      reviewed = review([readPreview(preview)]);
    });

    function expectJudgedAsLabelled(change: LabelledChange): void {
      const expected = (form === "plugin" && change.inPlugin) || change.expected;
      const found = findingsOf(change);
      expectSeverity(found, { ...change, expected });
      if (change.rule !== undefined && expected === change.expected) {
        expect(found.map(({ rule }) => rule.id)).toContain(change.rule);
      }
    }

    it.each(named(met))("%s is judged as labelled", (_, change) => expectJudgedAsLabelled(change));

    it.fails.each(named(unmet))("%s is not judged as labelled yet", (_, change) =>
      expectJudgedAsLabelled(change),
    );

    it("every finding has an argument and a line of the program, and no output has a secret", () => {
      for (const { argument, line, message } of reviewed.findings) {
        expect(argument, message).not.toBe("");
        expect(line, message).toMatchObject({ file: "index.js", line: expect.any(Number) });
      }
      const texts = [asText(reviewed, true), asMarkdown(reviewed), asJson(reviewed)];
      for (const output of [...texts, sarifReport(tool, allRules, reviewed)]) {
        expect(output).toContain("login (OAuth) is no longer required");
        expect(output).not.toContain("canary-");
      }
    });

    it("a stack in which nothing changes has no findings", () => {
      const other = readPreview(unchanged.replaceAll(/urn:pulumi:as-\w+::/g, "urn:pulumi:other::"));
      expect(review([other])).toMatchObject({
        findings: [],
        stacks: [{ stack: "other", changes: [] }],
      });
    });

    it("edge-ingress review prints the review without colours, and with --fail-on, a finding is a failure", () => {
      const { status, stdout } = edgeIngress(["review"], { input: preview });
      expect({ status, stdout }).toEqual({ status: 0, stdout: `${asText(reviewed, false)}\n` });
      expect(edgeIngress(["review", "--fail-on", "high"], { input: preview }).status).toBe(1);
    });
  },
);
