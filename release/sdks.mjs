import { cpSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { npm } from "../tools/base/packages.mjs";
import { root } from "../tools/base/project.mjs";
import { run } from "../tools/base/run.mjs";
import { Problem } from "../tools/base/say.mjs";
import { obtainJavaSdkgen } from "../tools/pulumi/java-sdkgen.mjs";
import { obtainLanguageHosts } from "../tools/pulumi/language-hosts.mjs";
import { tarGz, zip } from "./archive.mjs";
import { compiled, mavenProject } from "./compiled-sdks.mjs";

/**
 * How the SDK of a language becomes files of the release.
 * @typedef {object} SdkContext
 * @property {import("./stage.mjs").Stage} stage
 * @property {string} sources the folder of the generated SDK
 * @property {string} out
 * @property {string} wheelDir the Python packages that build a wheel
 */

/** @type {Readonly<Record<string, (context: SdkContext) => Promise<void>>>} */
const packers = {
  python: packPython,
  go: packGo,
  nodejs: packNodejs,
  dotnet: (context) => packSources(context, "dotnet"),
  java: async (context) => {
    const project = mavenProject(context.stage, basePackage(context.stage));
    writeFileSync(join(context.sources, "pom.xml"), project);
    writeFileSync(join(context.out, `edge-ingress-${context.stage.version}.pom`), project);
    await packSources(context, "java");
  },
};

/** @param {import("./stage.mjs").Stage} stage */
const schemaOf = ({ folder }) => join(folder, "src", "fronts", "plugin", "schema.json");

/**
 * The package that contains those of the Java SDK.
 * @param {import("./stage.mjs").Stage} stage
 * @returns {string}
 */
const basePackage = (stage) => JSON.parse(readFileSync(schemaOf(stage), "utf8")).language.java.basePackage;

/**
 * Generates the SDK of each language from the package schema, and packs it.
 * @param {import("./stage.mjs").Stage} stage
 * @param {string} out
 */
export async function buildSdks(stage, out) {
  const schema = schemaOf(stage);
  const { sdkgen, wheelDir } = await obtainLanguageHosts();
  const sdks = join(stage.folder, "sdks");
  await mkdir(sdks);
  await must(sdkgen, [schema, sdks, "python", "go", "nodejs", "dotnet"]);
  await must(await obtainJavaSdkgen(), [schema, join(sdks, "java")]);
  for (const [language, pack] of Object.entries(packers)) {
    const sources = join(sdks, language);
    cpSync(join(stage.folder, "LICENSE"), join(sources, "LICENSE"));
    await pack({ stage, sources, out, wheelDir });
  }
}

/**
 * A wheel and a source distribution.
 * @param {SdkContext} context
 */
async function packPython({ stage, sources, out, wheelDir }) {
  const environment = join(stage.folder, "python");
  const windows = process.platform === "win32";
  await must(windows ? "python" : "python3", ["-m", "venv", environment]);
  const python = join(environment, ...(windows ? ["Scripts", "python.exe"] : ["bin", "python"]));
  const tools = ["setuptools", "wheel"];
  await must(python, ["-m", "pip", "install", "--quiet", "--no-index", "--find-links", wheelDir, ...tools]);
  const env = { ...process.env, SOURCE_DATE_EPOCH: String(stage.time) };
  await must(python, [join(root, "release", "build_python.py"), out], { cwd: sources, env });
}

/**
 * A zip file of a Go module, as module proxies serve it.
 * @param {SdkContext} context
 */
async function packGo({ stage, sources, out }) {
  const [, module] = /^module (\S+)$/m.exec(readFileSync(join(sources, "go.mod"), "utf8")) ?? [];
  const archive = zip(sources, `${module}@v${stage.version}/`);
  await writeFile(join(out, `edge-ingress-sdk-go-v${stage.version}.zip`), archive);
}

/**
 * An npm package, compiled.
 * @param {SdkContext} context
 */
async function packNodejs({ sources, out }) {
  const compiler = join(root, "node_modules", "typescript", "bin", "tsc");
  await must(process.execPath, [compiler, "-p", sources]);
  const manifest = join(sources, "package.json");
  const files = ["bin", "scripts"];
  writeFileSync(manifest, JSON.stringify({ ...JSON.parse(readFileSync(manifest, "utf8")), files }, undefined, 2));
  await npm(["pack", "--ignore-scripts", "--pack-destination", out], sources);
}

/**
 * The sources, and what this machine can compile from them.
 * @param {SdkContext} context
 * @param {keyof typeof compiled} language
 */
async function packSources({ stage, sources, out }, language) {
  const name = `edge-ingress-sdk-${language}-${stage.version}`;
  await tarGz(join(out, `${name}.tar.gz`), sources, { time: stage.time, prefix: name });
  const { tool, args, folder, pattern } = compiled[language];
  if ((await run(tool, ["--version"], { capture: true })).code !== 0) return;
  await must(tool, args, { cwd: sources });
  for (const file of readdirSync(join(sources, folder)).filter((each) => pattern.test(each)))
    cpSync(join(sources, folder, file), join(out, file));
}

/**
 * @param {string} command
 * @param {readonly string[]} args
 * @param {import("../tools/base/run.mjs").RunOptions} [options]
 */
async function must(command, args, options = {}) {
  const { code, output } = await run(command, [...args], { ...options, capture: true });
  if (code !== 0) throw new Problem(`${command} ${args[0]} failed:\n${output.trim()}`);
}
