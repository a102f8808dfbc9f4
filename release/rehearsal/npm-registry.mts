import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { stringify } from "yaml";
import { npm } from "../../tools/base/packages.mjs";
import { Problem } from "../../tools/base/say.mjs";
import { freePort, type Server, startServer } from "./servers.mts";

/** Verdaccio, with a user who may publish. */
export interface NpmRegistry extends Server {
  publishing: Record<string, string>; // the environment of npm that publishes
  installing: Record<string, string>; // the environment of npm that installs
}

const ACCOUNT = { name: "publisher", password: "rehearsal-password" };

/** Packages of the project come from this computer alone, and others from the registry that npm is configured for. */
export async function startNpmRegistry(folder: string, verdaccio: string): Promise<NpmRegistry> {
  await mkdir(folder, { recursive: true });
  const url = `http://127.0.0.1:${await freePort()}/`;
  const uplink = (await npm(["config", "get", "registry"], folder)).trim();
  const config = join(folder, "config.yaml");
  await writeFile(config, stringify(configOf(uplink)));
  const args = [verdaccio, "--config", config, "--listen", url];
  const options = { url: `${url}-/ping`, log: join(folder, "verdaccio.log"), cwd: folder };
  const server = await startServer(process.execPath, args, options);
  const npmrc = (name: string, lines: readonly string[]) =>
    environmentWith(join(folder, name), [`registry=${url}`, ...lines], folder);
  const token = `//${new URL(url).host}/:_authToken=${await register(url)}`;
  return {
    ...server,
    url,
    publishing: await npmrc("publishing.npmrc", [token]),
    installing: await npmrc("installing.npmrc", []),
  };
}

const configOf = (uplink: string) => ({
  storage: "./storage",
  auth: { htpasswd: { file: "./htpasswd" } },
  uplinks: { others: { url: uplink } },
  packages: {
    "pulumi-edge-ingress*": { access: "$all", publish: "$authenticated" },
    "**": { access: "$all", proxy: "others" },
  },
  max_body_size: "100mb",
  log: { type: "stdout", format: "pretty", level: "warn" },
});

async function register(url: string): Promise<string> {
  const response = await fetch(`${url}-/user/org.couchdb.user:${ACCOUNT.name}`, {
    method: "PUT",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(ACCOUNT),
  });
  const { token } = (await response.json()) as { token?: string };
  if (!token) throw new Problem(`Verdaccio created no user: ${response.status}.`);
  return token;
}

/** npm with a file of settings in place of the user's, and with a separate cache. */
async function environmentWith(file: string, lines: readonly string[], folder: string) {
  await writeFile(
    file,
    [...lines, "fund=false", "audit=false", "update-notifier=false", ""].join("\n"),
  );
  return { npm_config_userconfig: file, npm_config_cache: join(folder, "npm-cache") };
}
