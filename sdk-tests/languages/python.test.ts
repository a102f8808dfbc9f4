import { delimiter, join } from "node:path";
import { expect, inject, it } from "vitest";
import { importAccount } from "../support/import-life";
import { generateSdk, live } from "../support/languages";

const windows = process.platform === "win32";

it("a program in Python with the SDK that is made of the schema is deployed, changed and destroyed", () =>
  live({
    name: "python",
    file: "__main__.py",
    prepare: async (example, { wheelDir }) => {
      await generateSdk(example.program, "python");
      await example.prepare(windows ? "python" : "python3", "-m", "venv", "venv");
      const commands = join(example.program, "venv", windows ? "Scripts" : "bin");
      const offline = ["--no-index", "--find-links", wheelDir];
      await example.prepare(join(commands, "pip"), "install", ...offline, "./sdks/python");
      // The host that is built here takes the Python that it finds; a newer one reads `virtualenv` of Pulumi.yaml.
      example.setEnvironment({ PATH: `${commands}${delimiter}${process.env.PATH}` });
    },
    line: 'domain="connect.example.com"',
    described: 'domain="connect.example.com",\n    description="of the agents"',
    misspelt: 'domain="connect.example.com",\n    descripton="of the agents"',
    refusal: /unexpected keyword argument 'descripton'/,
  }));

/** SEED repeats an account. */
const SEED = Number(process.env.SEED ?? Date.now() % 1_000_000);

it(`an account of 300 objects with odd values is imported as a program in Python (SEED=${SEED})`, () =>
  importAccount({
    language: "python",
    form: "plugin",
    seed: SEED,
    share: 1,
    prepare: async (project) => {
      await generateSdk(project.folder, "python");
      await project.run(windows ? "python" : "python3", "-m", "venv", "venv");
      const commands = join(project.folder, "venv", windows ? "Scripts" : "bin");
      const offline = ["--no-index", "--find-links", inject("languageHosts").wheelDir];
      const { code, text } = await project.run(join(commands, "pip"), "install", ...offline, "./sdks/python");
      expect(code, text).toBe(0);
      project.environment.PATH = `${commands}${delimiter}${process.env.PATH}`;
    },
  }));
