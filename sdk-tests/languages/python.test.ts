import { beforeAll, it } from "vitest";
import { startEmulator } from "../../src/emulator";
import { folderOfTests } from "../support/folders";
import { importAccount, SEED } from "../support/import-life";
import { ImportProject } from "../support/import-project";
import { live } from "../support/languages";
import { expectMissingSecretNamed } from "../support/missing-secret";
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
  await using project = await ImportProject.create(emulator);
  await expectMissingSecretNamed(emulator, project, "python", prepare);
});
