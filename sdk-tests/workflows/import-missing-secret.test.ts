import { expect } from "vitest";
import { withImportProject } from "../support/import-fixtures";
import { expectMissingSecretNamed } from "../support/missing-secret";

const it = withImportProject({ options: { secrets: "masked" } });

it("an imported program in TypeScript names a secret that is missing, with the command that sets it", async ({
  emulator,
  project,
}) => {
  const { text } = await expectMissingSecretNamed(emulator, project, "typescript");
  expect(text).toContain(": infra:audit-log.targetApiKey is not set");
  expect(text).not.toContain("    at ");
});
