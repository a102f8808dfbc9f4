import { expect } from "vitest";
import { members } from "../emulator/client";
import { withImportProject } from "../support/import-fixtures";
import { INTO_DEV } from "../support/import-project";

const it = withImportProject({ options: { secrets: "masked" } });

it("an imported program in TypeScript names a secret that is missing, with the command that sets it", async ({
  emulator,
  project,
}) => {
  const target = { monitoring: { api_key: "canary" } };
  await members(emulator, "POST", "/event_destinations", { format: "json", description: "audit log", target });
  const { text } = await project.import(...INTO_DEV);
  const path = "infra:audit-log.targetApiKey";
  const command = ["config", "set", "--secret", "--path"];
  expect(text).toContain(`pulumi ${command.join(" ")} ${path.replace("infra:", "")}`);
  const failed = await project.run("pulumi", "preview", "--stack", "dev", "--non-interactive");
  expect(failed.code).not.toBe(0);
  expect(failed.text).toContain(`: ${path} is not set: run \`pulumi ${command.join(" ")} ${path}\``);
  expect(failed.text).not.toContain("    at ");
  await project.pulumi(...command, path, "key-1", "--stack", "dev");
  expect(await project.pulumi("preview", "--stack", "dev")).toContain("1 to update");
});
