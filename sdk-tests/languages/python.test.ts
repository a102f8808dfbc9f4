import { beforeAll, expect, it } from "vitest";
import { startEmulator } from "../../src/emulator";
import { members } from "../emulator/client";
import { folderOfTests } from "../support/folders";
import { importAccount, SEED } from "../support/import-life";
import { ImportProject, INTO_DEV } from "../support/import-project";
import { live } from "../support/languages";
import { makeVenv, useVenv } from "../support/python-venv";
import type { PulumiWorkspace } from "../support/workspace";

const folder = folderOfTests();

/** An environment of Python for all programs. */
beforeAll(() => makeVenv(folder));

const prepare = async (project: PulumiWorkspace): Promise<void> => useVenv(folder, project);

it("a program in Python with the SDK that is made of the schema is deployed, changed and destroyed", () =>
  live({
    name: "python",
    file: "__main__.py",
    prepare,
    line: 'domain="connect.example.com"',
    described: 'domain="connect.example.com",\n    description="of the agents"',
    place: "__main__.py:4",
    refusal: /unexpected keyword argument 'descripton'/,
  }));

it(`an account of 300 objects with odd values is imported as a program in Python (SEED=${SEED})`, () =>
  importAccount({ language: "python", form: "plugin", seed: SEED, share: 1, prepare }));

it("an imported program in Python names a secret that is missing, with the command that sets it", async () => {
  await using emulator = await startEmulator({ options: { secrets: "masked" } });
  const target = { monitoring: { api_key: "canary" } };
  await members(emulator, "POST", "/event_destinations", { format: "json", description: "audit log", target });
  await using project = await ImportProject.create(emulator);
  const { text } = await project.import("--language", "python", ...INTO_DEV);
  const path = "infra:audit-log.targetApiKey";
  const command = ["config", "set", "--secret", "--path"];
  expect(text).toContain(`pulumi ${command.join(" ")} ${path.replace("infra:", "")}`);
  await prepare(project);
  const preview = ["preview", "--stack", "dev", "--non-interactive"];
  const failed = await project.run("pulumi", ...preview);
  expect(failed.code).not.toBe(0);
  expect(failed.text).toContain(`${path} is not set: run \`pulumi ${command.join(" ")} ${path}\``);
  await project.pulumi(...command, path, "key-1", "--stack", "dev");
  expect(await project.pulumi("preview", "--stack", "dev")).toMatch(/1 to update|2 unchanged/);
});
