import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { dataDir, root } from "./project.mjs";
import { Problem, say } from "./say.mjs";

/** Where the local server keeps its data, relative to the root. */
export const dataFile = ".edge-ingress/server.sqlite";

/**
 * Where the local server answers, and the key it accepts.
 * @returns {Promise<{ port: number, baseUrl: string, apiKey: string }>}
 */
export async function localServer() {
  const { DEFAULT_HOST, DEFAULT_PORT, DEFAULT_API_KEY } =
    /** @type {typeof import("../../src/emulator/defaults.js")} */ (await built("emulator/defaults.js"));
  return { port: DEFAULT_PORT, baseUrl: `http://${DEFAULT_HOST}:${DEFAULT_PORT}`, apiKey: DEFAULT_API_KEY };
}

/**
 * Runs in this process, so that it outlives a Ctrl-C until Pulumi has finished what it began.
 * @returns {Promise<import("../../src/emulator/index.js").Emulator>}
 */
export async function startLocalServer() {
  const { port, baseUrl } = await localServer();
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  try {
    const server = await start({ port, data: join(root, dataFile) });
    say(`The local server answers at ${baseUrl} until this command ends; its data is in ${dataFile}.`);
    return server;
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code !== "EADDRINUSE") throw error;
    throw new Problem(
      `Port ${port} is taken: stop what uses it (another "npm start", or "edge-ingress emulator"?), or set EDGE_INGRESS_BASE_URL and EDGE_INGRESS_API_KEY to use a server that runs already.`,
    );
  }
}

/** A server in this process, on any free port, that forgets everything. */
export const startTemporaryServer = () => start({});

/**
 * @param {import("../../src/emulator/index.js").EmulatorOptions} options
 * @returns {Promise<import("../../src/emulator/index.js").Emulator>}
 */
async function start(options) {
  const { startEmulator } = /** @type {typeof import("../../src/emulator/index.js")} */ (
    await built("emulator/index.js")
  );
  return startEmulator(options);
}

/**
 * @param {string} path inside dist
 * @returns {Promise<unknown>}
 */
function built(path) {
  return import(pathToFileURL(join(root, "dist", path)).href);
}
