import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { readPreview } from "../../src/insight/engine/preview";
import { review } from "../../src/insight/review/findings";
import { effectsOf } from "./inputs";
import { isUnmet, named } from "./labelled";
import {
  RECORDED_CLIS,
  RECORDED_DRIFT,
  RECORDED_FILES,
  RECORDED_FORMS,
  recordedChanges,
  recordedFolder,
} from "./recorded";
import { expectSeverity } from "./severity";

const versions = RECORDED_CLIS.flatMap((cli) => RECORDED_FORMS.map((form) => ({ cli, form })));

describe.each(versions)("what the CLI $cli has printed of $form resources", ({ cli, form }) => {
  const textOf = (file: string) => readFileSync(join(recordedFolder(cli, form), file), "utf8");
  const reviewOf = (file: string) => review([readPreview(textOf(file))]);

  it.each(named(recordedChanges.filter((change) => !isUnmet(change))))(
    "has the labelled change %s",
    (_, change) => {
      const { findings } = reviewOf(RECORDED_FILES.document);
      const found = findings.filter(({ resource }) => resource.includes(` ${change.name}.`));
      expectSeverity(effectsOf({ findings: found }), {
        ...change,
        expected: (form === "plugin" && change.inPlugin) || change.expected,
      });
    },
  );

  it("has nothing that the review does not know", () => {
    for (const file of Object.values(RECORDED_FILES)) {
      const rules = reviewOf(file).findings.map(({ rule }) => rule.id);
      expect(rules).not.toContain("not-reviewed");
    }
  });

  it("has the same findings as a document and as a stream", () => {
    const judged = (file: string) =>
      reviewOf(file).findings.map(({ rule, resource, argument, message }) => [
        rule.id,
        resource,
        argument,
        message,
      ]);
    expect(judged(RECORDED_FILES.document).length).toBeGreaterThan(5);
    expect(judged(RECORDED_FILES.stream)).toEqual(judged(RECORDED_FILES.document));
  });

  it("has no finding if nothing changes", () => {
    expect(reviewOf(RECORDED_FILES.unchanged)).toMatchObject({
      findings: [],
      stacks: [{ changes: [] }],
    });
  });

  it("has the login that was removed by hand as drift", () => {
    const findings = reviewOf(RECORDED_FILES.refresh).findings.map(({ rule, resource }) => [
      rule.id,
      resource,
    ]);
    expect(findings).toEqual([
      ["protection-removed", expect.stringContaining(` ${RECORDED_DRIFT}.`)],
    ]);
  });
});
