import { existsSync } from "node:fs";
import { copyFile, readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { exe } from "../base/project.mjs";
import { inTemporaryFolder, must } from "../base/run.mjs";
import { Problem } from "../base/say.mjs";
import { digestOf, goBuild } from "./go.mts";

/** The Node.js language host is built from this module, and its sources are changed as described below. */
const moduleDir = join(import.meta.dirname, "cli", "language-nodejs");
const hostPackage = "github.com/pulumi/pulumi/sdk/v3/nodejs/cmd/pulumi-language-nodejs";

/** Names the sources of a built host. A downloaded CLI has no such file. */
const DIGEST = "pulumi-language-nodejs.built-from";

/** A change of the host's sources, with which it behaves like newer hosts. */
interface Change {
  readonly subject: string;
  readonly pattern: RegExp;
  readonly replacement: string;
}

const changes: readonly Change[] = [
  {
    // The host of the Go SDK 3.68 does not support policy packs. run-plugin.go.txt adds runPlugin.
    subject: "runs policy packs",
    pattern: /(\) RunPlugin\([^{]*\{\s*)return errors\.New\("not supported"\)/,
    replacement: "$1return runPlugin(req, server)",
  },
  {
    // The host's proxy does not know the calls of newer SDKs: a program could neither register hooks and transforms nor
    // wait for the end of the engine's steps. With the address of the engine, the program calls the engine itself.
    subject: "passes the engine's address to the program",
    pattern: /(go host\.execNodejs\([^)]*?)fmt\.Sprintf\("127\.0\.0\.1:%d", handle\.Port\)/,
    replacement: "$1req.GetMonitorAddress()",
  },
];

/** False if the host in a folder was built by this repository, and from other sources than those of today. */
export async function isCurrentHost(binDir: string): Promise<boolean> {
  if (!(await isBuilt(join(binDir, `pulumi-language-nodejs${exe}`)))) return true;
  const digest = join(binDir, DIGEST);
  return existsSync(digest) && (await readFile(digest, "utf8")) === sourcesDigest();
}

/** True if a language host was built by this repository. */
const isBuilt = async (host: string): Promise<boolean> =>
  (await readFile(host)).includes("github.com/pulumi/pulumi/sdk/v3@v3.68.0/");

const sourcesDigest = (): string =>
  digestOf(
    moduleDir,
    changes.map(({ pattern, replacement }) => `${pattern} ${replacement}`),
  );

interface Build {
  readonly outDir: string;
  readonly stamp: string;
  readonly env: NodeJS.ProcessEnv;
}

/** Builds the language host from a changed copy of its sources. */
export async function buildLanguageHost(build: Build): Promise<void> {
  await inTemporaryFolder(tmpdir(), "language-nodejs-", async (copy) => {
    for (const name of ["go.mod", "go.sum"])
      await copyFile(join(moduleDir, name), join(copy, name));
    await must("go", ["mod", "vendor"], { cwd: copy, env: build.env });
    const sources = join(copy, "vendor", hostPackage);
    await changeSources(join(sources, "main.go"));
    await copyFile(join(moduleDir, "run-plugin.go.txt"), join(sources, "run_plugin.go"));
    await goBuild(copy, hostPackage, build);
  });
  await writeFile(join(build.outDir, DIGEST), sourcesDigest());
}

async function changeSources(file: string): Promise<void> {
  let text = await readFile(file, "utf8");
  for (const { subject, pattern, replacement } of changes) {
    if (!pattern.test(text))
      throw new Problem(
        `The sources of the language host cannot be changed so that it ${subject}: the code to change was not found.`,
      );
    text = text.replace(pattern, replacement);
  }
  await writeFile(file, text);
}
