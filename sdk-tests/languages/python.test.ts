import { execFileSync } from "node:child_process";
import { symlinkSync } from "node:fs";
import { delimiter, join } from "node:path";
import { beforeAll, inject, it } from "vitest";
import { folderOfTests } from "../support/folders";
import { importAccount, SEED } from "../support/import-life";
import { generateSdk, live } from "../support/languages";
import type { PulumiWorkspace } from "../support/workspace";

const windows = process.platform === "win32";

const folder = folderOfTests();
const commands = join(folder, "venv", windows ? "Scripts" : "bin");

/** An environment of Python with the SDK that is made of the schema, for all programs. */
beforeAll(async () => {
  await generateSdk(folder, "python");
  const offline = ["--no-index", "--find-links", inject("languageHosts").wheelDir];
  execFileSync(windows ? "python" : "python3", ["-m", "venv", "venv"], { cwd: folder });
  execFileSync(join(commands, "pip"), ["install", ...offline, "./sdks/python"], { cwd: folder });
});

/** The host that is built here takes the Python that it finds; a newer one reads `virtualenv` of Pulumi.yaml. */
async function prepare({ folder: program, environment }: PulumiWorkspace): Promise<void> {
  symlinkSync(join(folder, "venv"), join(program, "venv"), "junction");
  environment.PATH = `${commands}${delimiter}${process.env.PATH}`;
}

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
