import { describe, it } from "vitest";
import { SAMPLED_FORMS } from "../../support/forms";
import { importAccount } from "../../support/import-life";

/**
 * Tests of `edge-ingress import` on the real engine. The account is the same in every run; SEED tries another account.
 */

const seed = Number(process.env.SEED ?? 773_009);

const SAMPLE = 0.1;

/** `npm test -- --all` imports all 300 objects in one form, because they take minutes. */
const share = process.env.ALL_TESTS ? 1 : SAMPLE;

describe(`an account of ${300 * share} objects at most, with odd values (SEED=${seed})`, () => {
  it.each(SAMPLED_FORMS)(
    "is imported as a program in TypeScript, into a stack in the form %s",
    (form) =>
      importAccount({
        language: "typescript",
        form,
        seed,
        share: form === "plugin" ? share : SAMPLE,
      }),
  );

  it("is imported with modules as resources, and no object in a table", () => {
    const style = { modules: "resources", groups: false } as const;
    return importAccount({
      language: "typescript",
      form: "plugin",
      seed,
      share: share / 2,
      ...style,
    });
  });
});
