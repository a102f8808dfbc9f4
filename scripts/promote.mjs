// npm run promote: examples/promotion, from dev over staging to prod, on a local server of its own.
import { join } from "node:path";
import { runScript } from "./lib/bootstrap.mjs";
import { buildPackage } from "./lib/build.mjs";
import { startTemporaryServer } from "./lib/local-server.mjs";
import { dataDir } from "./lib/project.mjs";
import { promote } from "./lib/promotion.mjs";
import { Problem, say, timed } from "./lib/say.mjs";
import { obtainPulumiCli } from "./pulumi-cli.mjs";

/** @returns {Promise<number>} */
async function main() {
  await timed("Building the package", async () => {
    const { code, output } = await buildPackage();
    if (code !== 0) throw new Problem(`The package does not compile:\n${output.trim()}`);
  });
  const cli = await obtainPulumiCli();
  const server = await startTemporaryServer();
  try {
    await promote({ folder: join(dataDir, "promotion"), cli, server, say });
    return 0;
  } finally {
    await server.close();
  }
}

await runScript(import.meta.url, main);
