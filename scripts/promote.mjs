// npm run promote: examples/promotion, from dev over staging to prod, on a local server of its own.
import { join } from "node:path";
import { obtainPulumiCli } from "../toolchain/pulumi-cli.mjs";
import { runScript } from "./lib/bootstrap.mjs";
import { build } from "./lib/checks.mjs";
import { startTemporaryServer } from "./lib/local-server.mjs";
import { dataDir } from "./lib/project.mjs";
import { promote } from "./lib/promotion.mjs";
import { say } from "./lib/say.mjs";

/** @returns {Promise<number>} */
async function main() {
  await build();
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
