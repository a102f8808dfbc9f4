import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { npm } from "../tools/base/packages.mjs";
import { exe, python, root } from "../tools/base/project.mjs";
import { must, run } from "../tools/base/run.mjs";
import { obtainJavaSdkgen, obtainLanguageHosts } from "../tools/pulumi/obtain.mts";
import { tarGz, zip } from "./archive.mts";
import type { Stage } from "./stage.mts";

/** The inputs of the step that packs the SDK of a language into files of the release. */
interface SdkContext {
  stage: Stage;
  sources: string; // the folder of the generated SDK
  out: string;
  wheelDir: string; // the Python packages that build a wheel
}

const packers: Readonly<Record<string, (context: SdkContext) => Promise<void>>> = {
  python: packPython,
  go: packGo,
  nodejs: packNodejs,
  dotnet: packDotnet,
  java: packJava,
};

const schemaOf = ({ folder }: Stage) => join(folder, "src", "fronts", "plugin", "schema.json");

/** Generates the SDK of each language from the package schema, and packs it. */
export async function buildSdks(stage: Stage, out: string) {
  const schema = schemaOf(stage);
  const { sdkgen, wheelDir } = await obtainLanguageHosts();
  const sdks = join(stage.folder, "sdks");
  mkdirSync(sdks);
  await must(sdkgen, [schema, sdks, "python", "go", "nodejs", "dotnet"]);
  await must(await obtainJavaSdkgen(), [schema, join(sdks, "java")]);
  for (const [language, pack] of Object.entries(packers)) {
    const sources = join(sdks, language);
    cpSync(join(stage.folder, "LICENSE"), join(sources, "LICENSE"));
    await pack({ stage, sources, out, wheelDir });
  }
}

/** A wheel, which the builder writes with the time of SOURCE_DATE_EPOCH. */
async function packPython({ stage, sources, out, wheelDir }: SdkContext) {
  const environment = join(stage.folder, "python");
  await must(python, ["-m", "venv", environment]);
  const own = join(environment, exe === "" ? "bin" : "Scripts", `python${exe}`);
  const pip = ["-m", "pip", "--quiet", "--no-input", "--disable-pip-version-check"];
  await must(own, [
    ...pip,
    "install",
    "--no-index",
    "--find-links",
    wheelDir,
    "setuptools",
    "wheel",
  ]);
  const env = { ...process.env, SOURCE_DATE_EPOCH: String(stage.time) };
  await must(
    own,
    [...pip, "wheel", "--no-deps", "--no-build-isolation", "--wheel-dir", out, sources],
    { env },
  );
}

export async function pack(folder: string, out: string) {
  await npm(["pack", "--ignore-scripts", "--pack-destination", out], folder);
}

/** A zip file of a Go module, as module proxies serve it. */
async function packGo({ stage, sources, out }: SdkContext) {
  const [, module] = /^module (\S+)$/m.exec(readFileSync(join(sources, "go.mod"), "utf8")) ?? [];
  const archive = zip(sources, `${module}@v${stage.version}/`);
  writeFileSync(join(out, `edge-ingress-sdk-go-v${stage.version}.zip`), archive);
}

/** An npm package, compiled. */
async function packNodejs({ sources, out }: SdkContext) {
  await must(process.execPath, [join(root, "node_modules/typescript/bin/tsc"), "-p", sources]);
  const manifest = join(sources, "package.json");
  const packed = { ...JSON.parse(readFileSync(manifest, "utf8")), files: ["bin", "scripts"] };
  writeFileSync(manifest, JSON.stringify(packed, undefined, 2));
  await pack(sources, out);
}

async function packDotnet(context: SdkContext) {
  const args = [
    "pack",
    "--configuration",
    "Release",
    "--output",
    "packed",
    "-p:ContinuousIntegrationBuild=true",
  ];
  await packSources(context, "dotnet", {
    tool: "dotnet",
    args,
    outputFolder: "packed",
    pattern: /\.nupkg$/,
  });
}

/**
 * The project has what the code that Pulumi generates needs, and Maven's own tools in versions that write the same bytes for the
 * same sources.
 */
async function packJava(context: SdkContext) {
  const { stage, sources, out } = context;
  const { basePackage } = JSON.parse(readFileSync(schemaOf(stage), "utf8")).language.java;
  const project = readFileSync(join(root, "release", "java", "pom.xml"), "utf8")
    .replace("@group@", basePackage)
    .replace("@version@", stage.version)
    .replace("@time@", new Date(stage.time * 1000).toISOString());
  writeFileSync(join(sources, "pom.xml"), project);
  writeFileSync(join(out, `edge-ingress-${stage.version}.pom`), project);
  const args = ["--batch-mode", "--quiet", "-Dmaven.test.skip=true", "package"];
  await packSources(context, "java", {
    tool: "mvn",
    args,
    outputFolder: "target",
    pattern: /^edge-ingress-.*\.jar$/,
  });
}

/** A compiler of an SDK: its command, and the files that it creates in its output folder. */
type Compiler = { tool: string; args: readonly string[]; outputFolder: string; pattern: RegExp };

/** Packs the sources, and the files that this machine can compile from them. */
async function packSources(
  { stage, sources, out }: SdkContext,
  language: string,
  compiler: Compiler,
) {
  const name = `edge-ingress-sdk-${language}-${stage.version}`;
  await tarGz(join(out, `${name}.tar.gz`), sources, { time: stage.time, prefix: name });
  const { tool, args, outputFolder, pattern } = compiler;
  if ((await run(tool, ["--version"], { capture: true })).code !== 0) return;
  await must(tool, args, { cwd: sources });
  for (const file of readdirSync(join(sources, outputFolder)).filter((path) => pattern.test(path)))
    cpSync(join(sources, outputFolder, file), join(out, file));
}
