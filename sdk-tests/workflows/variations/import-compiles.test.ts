import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { delimiter, dirname, join } from "node:path";
import fc from "fast-check";
import { beforeAll, describe, expect, it, type TestContext } from "vitest";
import { parse, stringify } from "yaml";
import type { AccountObject } from "../../../src/account/account";
import { startEmulator } from "../../../src/emulator";
import { separateModules } from "../../../src/importing/modules";
import type { ProgramOptions } from "../../../src/importing/options";
import type { FileText, Language } from "../../../src/importing/project";
import { configPath, type SettingValue } from "../../../src/importing/settings";
import {
  findLanguageHosts,
  type LanguageHosts,
  obtainPulumiCli,
} from "../../../tools/pulumi/obtain.mts";
import {
  anyObjects,
  hostileAccount,
  hostileNames,
  importedProject,
} from "../../support/account-objects";
import { folderOfTest } from "../../support/folders";
import { makeGoModule, withOwnConfig } from "../../support/go-module";
import { ImportProject } from "../../support/import-project";
import { generateSdk } from "../../support/languages";
import { COMMAND } from "../../support/workspace";

/**
 * Tests of the Go, Python and YAML of an import, compiled in the way of users, with the SDK that is generated from the
 * schema. TypeScript is compiled in `workflows/variations/import-compiled.test.ts`. The language hosts have to be built before.
 */

const SEED = Number(process.env.SEED ?? Date.now() % 1_000_000);

const MYPY = "mypy==1.18.2";

const hostile = hostileAccount();
const [any = []] = fc.sample(anyObjects({ minLength: 300, maxLength: 300 }), {
  numRuns: 1,
  seed: SEED,
});

const asResources = (objects: readonly AccountObject[]) =>
  objects.flatMap((object) => separateModules(object, { style: "resources", managed: new Set() }));

/**
 * Programs in YAML and Go cannot express every configuration of a policy, and no account has two modules of a kind on
 * the same edge.
 */
const possible = any.map((object, index): AccountObject => {
  const { policy: _, ...outputs } = object.outputs;
  const isModule = object.definition.kind === "singleton";
  return {
    ...object,
    outputs: isModule ? { ...outputs, edgeId: `${outputs.edgeId}${index}` } : outputs,
  };
});

type Account = readonly [objects: readonly AccountObject[], options?: Partial<ProgramOptions>];

const accounts: Readonly<Record<string, Account>> = {
  hostile: [hostile],
  named: [hostile, { preferredNames: hostileNames(hostile), usesTables: false }],
  modules: [asResources(hostile), { protects: true }],
  any: [possible],
};

function write(folder: string, files: readonly FileText[]): void {
  for (const { path, text } of files) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
}

/** Writes the programs of all accounts in a language, and returns their folders. */
function writeAll(folder: string, language: Language, edit = (text: string) => text): string[] {
  return Object.entries(accounts).map(([name, [objects, options]]) => {
    const { files } = importedProject(objects, language, options);
    const program = files
      .filter(({ path }) => path !== "go.mod")
      .map((file) => ({ ...file, text: edit(file.text) }));
    write(join(folder, name), program);
    return join(folder, name);
  });
}

/** Returns the output of a command if it fails. */
function failureOf(
  command: string,
  args: readonly string[],
  cwd: string,
  env: NodeJS.ProcessEnv = process.env,
): string {
  try {
    execFileSync(command, args, { cwd, env, encoding: "utf8", stdio: "pipe" });
    return "";
  } catch (error) {
    const { stdout, stderr } = error as { readonly stdout: string; readonly stderr: string };
    return `${stdout}${stderr}`;
  }
}

let hosts: LanguageHosts | undefined;

beforeAll(async () => {
  hosts = await findLanguageHosts(await obtainPulumiCli());
});

/** Returns the language hosts, or skips the test if they are not built. */
function builtHosts({ skip }: TestContext): LanguageHosts {
  return hosts ?? skip("the language hosts are not built");
}

describe(`programs of an import (SEED=${SEED})`, () => {
  it("pass `go vet`", async (context) => {
    const built = builtHosts(context);
    const folder = folderOfTest();
    await makeGoModule(folder, built);
    writeAll(folder, "go", withOwnConfig);
    expect(failureOf("go", ["vet", "./..."], folder, { ...process.env, ...built.goProgram })).toBe(
      "",
    );
  });

  it("are compiled by Python, and pass a type checker if pip finds it", async (context) => {
    const { sdkgen, wheelDir } = builtHosts(context);
    const folder = folderOfTest();
    await generateSdk(folder, "python", { sdkgen });
    const programs = writeAll(join(folder, "programs"), "python");
    execFileSync("python3", ["-m", "venv", "venv"], { cwd: folder });
    const python = join(folder, "venv/bin/python");
    const pip = (...args: string[]) =>
      failureOf(python, ["-m", "pip", "install", "--quiet", ...args], folder);
    expect(failureOf(python, ["-m", "compileall", "-q", "programs"], folder)).toBe("");
    expect(pip("--no-index", "--find-links", wheelDir, "./sdks/python")).toBe("");
    const hasChecker = pip(MYPY) === "";
    if (!hasChecker) console.log(`${MYPY} cannot be installed: types in Python are not checked`);
    for (const program of hasChecker ? programs : []) {
      const checked = failureOf(
        python,
        ["-m", "mypy", "--cache-dir", join(folder, "cache"), "."],
        program,
      );
      expect(checked, program).toBe("");
    }
  });

  it.for(Object.entries(accounts))(
    "are previewed by the host of YAML: %s",
    async ([, [objects, options]], context) => {
      const { binDir } = builtHosts(context);
      await using emulator = await startEmulator();
      await using project = await ImportProject.create(emulator);
      project.environment.PATH = [process.env.PATH, binDir].join(delimiter);
      const { files, settings } = importedProject(objects, "yaml", options);
      await mkdir(join(project.folder, "values"));
      for (const { path, text } of files) await writeFile(join(project.folder, path), text);
      await project.run(process.execPath, COMMAND, "plugin", "install");
      await project.pulumi("stack", "init", "dev");
      await configure(project, settings);
      const text = await project.pulumi("preview", "--stack", "dev");
      const { declared } = importedProject(objects, "yaml", options);
      expect(text).toContain(`+ ${declared.length + 1} to create`);
    },
  );
});

/**
 * Sets the config of the program in the file of the stack, because a run of the CLI for each value would take minutes.
 */
async function configure(
  { folder }: ImportProject,
  settings: readonly SettingValue[],
): Promise<void> {
  const file = join(folder, "Pulumi.dev.yaml");
  const values = settings.map((setting) => [
    `hostile:${configPath(setting)}`,
    setting.value ?? "masked",
  ]);
  const stack = parse(await readFile(file, "utf8").catch(() => "{}"));
  // Go parses more texts as numbers than this library quotes.
  const quoting = { defaultStringType: "QUOTE_DOUBLE", defaultKeyType: "PLAIN" } as const;
  await writeFile(file, stringify({ ...stack, config: Object.fromEntries(values) }, quoting));
}
