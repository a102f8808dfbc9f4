// Builds what generates the SDK for Java. Run on its own: node tools/base/command.mjs tools/pulumi/java-sdkgen.mts
import { join } from "node:path";
import { say, timed } from "../base/say.mjs";
import { folderFor, goBuild, goEnvironment, makeOnce } from "./go.mts";
import { obtainPulumiCli } from "./pulumi-cli.mts";

const moduleDir = join(import.meta.dirname, "java-sdkgen");
const program = `java-sdkgen${process.platform === "win32" ? ".exe" : ""}`;

/**
 * Finds it in a folder beside the CLI, else builds it from Pulumi's published Go modules.
 * @returns the program: java-sdkgen SCHEMA FOLDER
 */
export async function obtainJavaSdkgen(): Promise<string> {
  const folder = folderFor(await obtainPulumiCli(), "java-sdkgen", moduleDir);
  await makeOnce(folder, { title: "the generator of the SDK for Java", moduleDir }, async (making, cacheDir) => {
    const env = await goEnvironment(moduleDir, cacheDir);
    await timed("Building java-sdkgen with Go, once", () => goBuild(moduleDir, ".", { outDir: making, env }));
  });
  return join(folder, program);
}

export async function main(): Promise<number> {
  say(`The generator is ${await obtainJavaSdkgen()}.`);
  return 0;
}
