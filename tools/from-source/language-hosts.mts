// Builds the language hosts that run programs in YAML, Python and Go, and those of Java.
import { existsSync } from "node:fs";
import { chmod, copyFile, cp, rename } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { exe, python, root } from "../base/project.mjs";
import { inTemporaryFolder, must } from "../base/run.mjs";
import { remark, timed } from "../base/say.mjs";
import {
  folderFor,
  goBuild,
  goCompile,
  goEnvironment,
  type InstalledCli,
  makeOnce,
  obtainProgram,
  offlineGo,
} from "./go.mts";

export interface LanguageHosts {
  binDir: string; // comes in PATH after the CLI, whose own hosts are better where it has them
  sdkgen: string; // writes SDKs: sdkgen SCHEMA FOLDER LANGUAGE...
  wheelDir: string; // the Python packages that a program needs, in which pip finds them without a network
  goProgram: Record<string, string>; // the environment of a program in Go: compiling Pulumi's SDK takes minutes
}

const modules = join(import.meta.dirname, "language-hosts");
const codegenDir = join(modules, "codegen");
const requirements = join(modules, "python", "requirements.txt");
const schema = join(root, "src", "fronts", "plugin", "schema.json");

/** The script with which Python's host runs a program. It is in the host's module, and has to be next to the host. */
const pythonExec = "pulumi-language-python-exec";

/**
 * The newest releases that Go's module proxies serve; later releases of the Python and Go hosts are separate modules.
 */
const programs = [
  { module: "python", main: "github.com/pulumi/pulumi/sdk/v3/python/cmd/pulumi-language-python" },
  { module: "go", main: "github.com/pulumi/pulumi/sdk/v3/go/pulumi-language-go" },
  { module: "codegen", main: "github.com/pulumi/pulumi-yaml/cmd/pulumi-language-yaml" },
  { module: "codegen", main: "./sdkgen" },
];

/** Returns the language hosts if they are installed, and does not install them. */
export function findLanguageHosts(cli: InstalledCli): LanguageHosts | undefined {
  const folder = folderOf(cli);
  // The folder is renamed into place when it is complete.
  return existsSync(folder) ? hostsIn(folder) : undefined;
}

/**
 * Finds the hosts in a folder next to the CLI, or builds them from their published Go modules, pinned by go.mod and
 * go.sum.
 */
export async function obtainLanguageHosts(cli: InstalledCli): Promise<LanguageHosts> {
  const folder = folderOf(cli);
  const options = { title: "the language hosts", moduleDir: codegenDir };
  await makeOnce(folder, options, (making, env) => make(cli, making, env));
  return hostsIn(folder);
}

const folderOf = (cli: InstalledCli) => folderFor(cli, "language-hosts", modules);

const hostsIn = (folder: string): LanguageHosts => ({
  binDir: join(folder, "bin"),
  sdkgen: join(folder, "bin", `sdkgen${exe}`),
  wheelDir: join(folder, "wheels"),
  goProgram: offlineGo(goCacheIn(folder)),
});

const goCacheIn = (folder: string) => join(folder, "go");

async function make(cli: InstalledCli, folder: string, env: NodeJS.ProcessEnv) {
  remark("The language hosts for YAML, Python and Go are not in the cache.");
  const { binDir, sdkgen: generator, wheelDir } = hostsIn(folder);
  await timed("Downloading the Python packages of programs", () => downloadWheels(wheelDir));
  for (const { module, main } of programs) {
    const name = main.slice(main.lastIndexOf("/") + 1);
    // A downloaded CLI includes language hosts.
    if (existsSync(join(cli.binDir, `${name}${exe}`))) continue;
    await timed(`Building ${name} with Go, once`, () =>
      goBuild(join(modules, module), main, { outDir: binDir, env }),
    );
  }
  if (!existsSync(join(cli.binDir, pythonExec))) await copyPythonExec(binDir, env);
  const programEnv = await goEnvironment(codegenDir, goCacheIn(folder));
  await timed("Compiling examples/go with Go, once", () => compileGoExample(generator, programEnv));
}

/** Compiles the example, so that Go's caches contain all packages that such a program needs. */
async function compileGoExample(generator: string, env: NodeJS.ProcessEnv) {
  await inTemporaryFolder(tmpdir(), "go-example-", async (folder) => {
    await cp(join(root, "examples", "go"), folder, { recursive: true });
    await must(generator, [schema, join(folder, "sdks"), "go"]);
    await rename(join(folder, "sdks", "go"), join(folder, "sdks", "edge-ingress"));
    await goCompile(folder, ["-mod=mod", "-o", join(folder, "program"), "."], env);
  });
}

async function copyPythonExec(binDir: string, env: NodeJS.ProcessEnv) {
  const module = ["list", "-m", "-f", "{{.Dir}}", "github.com/pulumi/pulumi/sdk/v3"];
  const output = await must("go", module, { cwd: join(modules, "python"), env });
  const script = join(binDir, pythonExec);
  await copyFile(join(output.trim(), "python", "cmd", pythonExec), script);
  await chmod(script, 0o755);
}

async function downloadWheels(wheelDir: string) {
  const args = [
    "-m",
    "pip",
    "download",
    "--quiet",
    "--dest",
    wheelDir,
    "--requirement",
    requirements,
  ];
  await must(
    python,
    args,
    {},
    (text) => `Programs in Python need Python 3 with pip: ${text.split("\n").at(-1)}`,
  );
}

const javaDir = join(import.meta.dirname, "java-sdkgen");

/** @returns the generator of the SDK for Java: java-sdkgen SCHEMA FOLDER */
export async function obtainJavaSdkgen(cli: InstalledCli): Promise<string> {
  const program = {
    title: "the generator of the SDK for Java",
    name: "java-sdkgen",
    moduleDir: javaDir,
    main: ".",
  };
  return join(await obtainProgram(cli, program), `java-sdkgen${exe}`);
}

/** @returns the folder of the language host for Java, which comes in PATH after the CLI */
export async function obtainJavaHost(cli: InstalledCli): Promise<string> {
  const main = "github.com/pulumi/pulumi-java/pkg/cmd/pulumi-language-java";
  const program = {
    title: "the language host for Java",
    name: "java-host",
    moduleDir: javaDir,
    main,
  };
  return obtainProgram(cli, program);
}
