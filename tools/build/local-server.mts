import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { Emulator } from "pulumi-edge-ingress/emulator";
import { dataDir, root } from "../base/project.mjs";
import { atOrElsewhere } from "../base/run.mjs";
import { Problem, remark } from "../base/say.mjs";

/** The data file of the local server, relative to the root. */
const dataFile = ".edge-ingress/server.sqlite";

/** The address of the local server, unless another program uses its port, and its API key. */
export async function localServer(): Promise<{ port: number; baseUrl: string; apiKey: string }> {
  const { DEFAULT_HOST, DEFAULT_PORT, DEFAULT_API_KEY } = await import(
    "pulumi-edge-ingress/emulator"
  );
  return {
    port: DEFAULT_PORT,
    baseUrl: `http://${DEFAULT_HOST}:${DEFAULT_PORT}`,
    apiKey: DEFAULT_API_KEY,
  };
}

/** Starts the server in this process, so that it outlives a Ctrl-C until Pulumi has finished its work. */
export async function startLocalServer(): Promise<Emulator> {
  const { startEmulator } = await import("pulumi-edge-ingress/emulator");
  const { port } = await localServer();
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const start = (free: number) => startEmulator({ port: free, data: join(root, dataFile) });
  // The objects of the server are in the file, so the server can use any port.
  const server = await atOrElsewhere(port, start).catch((error) => {
    throw error.name === "DataFileError" ? new Problem(error.message) : error;
  });
  const elsewhere = server.url.endsWith(`:${port}`) ? "" : `Port ${port} is in use. `;
  remark(
    `${elsewhere}The local server answers at ${server.url} until this command ends; its data is in ${dataFile}.`,
  );
  return server;
}
