import { expect } from "vitest";
import type { Emulator } from "../../src/emulator";
import type { Language } from "../../src/importing/project";
import { members } from "../emulator/client";
import { type ImportProject, INTO_DEV } from "./import-project";
import type { Outcome } from "./workspace";

/**
 * An account whose service masks a secret is imported: the preview of the program fails until the secret is set, and names the
 * command that sets it.
 *
 * @param prepare Provides what the program needs before it runs.
 * @returns What the failed preview has printed.
 */
export async function expectMissingSecretNamed(
  emulator: Emulator,
  project: ImportProject,
  language: Language,
  prepare?: (project: ImportProject) => Promise<void>,
): Promise<Outcome> {
  const target = { monitoring: { api_key: "canary" } };
  await members(emulator, "POST", "/event_destinations", {
    format: "json",
    description: "audit log",
    target,
  });
  const { text } = await project.import("--language", language, ...INTO_DEV);
  const path = "infra:audit-log.targetApiKey";
  const command = ["config", "set", "--secret", "--path"];
  expect(text).toContain(`pulumi ${command.join(" ")} ${path.replace("infra:", "")}`);
  await prepare?.(project);
  const failed = await project.run("pulumi", "preview", "--stack", "dev", "--non-interactive");
  expect(failed.code).not.toBe(0);
  expect(failed.text).toContain(`${path} is not set: run \`pulumi ${command.join(" ")} ${path}\``);
  await project.pulumi(...command, path, "key-1", "--stack", "dev");
  expect(await project.pulumi("preview", "--stack", "dev")).toContain("1 to update");
  return failed;
}
