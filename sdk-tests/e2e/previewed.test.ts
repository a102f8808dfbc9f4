import { describe, expect } from "vitest";
import { differencesOf } from "../review/compared";
import { inStack } from "../review/in-stack";
import { harmlessChanges, isImitatedOnly, needsEngine, riskyChanges } from "../review/labelled";
import { previewedText } from "../review/previewed";
import { program } from "../review/program";
import { type FormName, SAMPLED_FORMS } from "../support/forms";
import { withProject } from "../support/installed";
import { isSampled, sampleTitle } from "../support/sample";

/**
 * Tests that compare the imitated previews of `sdk-tests/review` with the engine's, member by member. `npm test`
 * compares every twentieth change, starting from a random change, and `npm test -- --all` compares all in both forms.
 */

const ONE_IN = 20;

const changes = [...riskyChanges, ...harmlessChanges].filter(
  (change) => !needsEngine(change) && !isImitatedOnly(change),
);
const tried = changes.filter((_, index) => isSampled(index, ONE_IN));

const it = withProject(program(tried));

describe.each(SAMPLED_FORMS)(
  `of labelled changes, ${sampleTitle(ONE_IN)}, as %s`,
  (form: FormName) => {
    let unchanged: string;
    let preview: string;
    let baseUrl: string;

    it.beforeAll(async ({ emulator, project }) => {
      const run = (phase: string, ...args: string[]) =>
        project.succeed(args, { environment: { PHASE: phase } });
      await project.init(`as-${form}`, form);
      baseUrl = emulator.url;
      project.environment.IDS = "{}";
      await run("before", "up", "--yes", "--skip-preview");
      project.environment.IDS = await run("before", "stack", "output", "--json");
      unchanged = await run("before", "preview", "--json", "--show-sames");
      preview = await run("after", "preview", "--json", "--show-sames");
    });

    const imitated = ({ before, after }: ReturnType<typeof inStack>) =>
      previewedText({ before, after }, form, {}, { project: "test", stack: `as-${form}`, baseUrl });

    it("the imitated preview of the changes has what the engine's has", () => {
      expect(differencesOf(preview, imitated(inStack(tried)))).toEqual([]);
    });

    it("the imitated preview of no change has what the engine's has", () => {
      const { before } = inStack(tried);
      expect(differencesOf(unchanged, imitated({ before, after: before }))).toEqual([]);
    });
  },
);
