// Builds what generates the SDK for Java. Run on its own: node toolchain/java-sdkgen.mjs
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { runScript } from "../scripts/lib/bootstrap.mjs";
import { root } from "../scripts/lib/project.mjs";
import { say, timed } from "../scripts/lib/say.mjs";
import { goBuild, goEnvironment } from "./go.mjs";
import { folderFor, makeOnce } from "./go-cache.mjs";
import { obtainPulumiCli } from "./pulumi-cli.mjs";

const moduleDir = join(root, "toolchain", "java-sdkgen");
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

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  await runScript(import.meta.url, async () => {
    say(`The generator is ${await obtainJavaSdkgen()}.`);
    return 0;
  });
}
