// Builds what generates the SDK for Java. Run on its own: node tools/pulumi/java-sdkgen.mjs
import { join } from "node:path";
import { runScript } from "../base/bootstrap.mjs";
import { say, timed } from "../base/say.mjs";
import { goBuild, goEnvironment } from "./go.mjs";
import { folderFor, makeOnce } from "./go-cache.mjs";
import { obtainPulumiCli } from "./pulumi-cli.mjs";

const moduleDir = join(import.meta.dirname, "java-sdkgen");
const program = `java-sdkgen${process.platform === "win32" ? ".exe" : ""}`;

/**
 * Finds it in a folder beside the CLI, else builds it from Pulumi's published Go modules.
 * @returns {Promise<string>} the program: java-sdkgen SCHEMA FOLDER
 */
export async function obtainJavaSdkgen() {
  const folder = folderFor(await obtainPulumiCli(), "java-sdkgen", moduleDir);
  await makeOnce(folder, { title: "the generator of the SDK for Java", moduleDir }, async (making, cacheDir) => {
    const env = await goEnvironment(moduleDir, cacheDir);
    await timed("Building java-sdkgen with Go, once", () => goBuild(moduleDir, ".", { outDir: making, env }));
  });
  return join(folder, program);
}

await runScript(import.meta.url, async () => {
  say(`The generator is ${await obtainJavaSdkgen()}.`);
  return 0;
});
