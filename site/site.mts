// npm run site: builds the documentation as static files, and serves them with --serve. HELP describes the options.

import { join, resolve } from "node:path";
import { optionsIn } from "../tools/base/options.mts";
import { atOrElsewhere } from "../tools/base/run.mjs";
import { Problem, say } from "../tools/base/say.mjs";
import { buildSite, SITE } from "./stage/build.mts";
import { serveSite } from "./stage/serve.mts";

const HELP = `npm run site -- [OPTIONS] builds the documentation as static files:

  --out DIR      the folder that a host serves; default: site/dist
  --base PATH    where the host has this version, such as /v0.1/; default: /
  --serve        serves the folder on this computer until Ctrl-C
  --port PORT    of --serve; default: 4321, or a free port if it is in use

To publish several versions, build each into the same --out with a --base of its own. Their pages offer the versions
that versions.json in the folder above them lists; each build adds its own.`;

const options = {
  out: { type: "string", default: join(SITE, "dist") },
  base: { type: "string", default: "/" },
  serve: { type: "boolean", default: false },
  port: { type: "string", default: "4321" },
  help: { type: "boolean", default: false },
} as const;

export function optionsOf(args: string[]) {
  const { base, port, out, ...rest } = optionsIn(args, options, HELP);
  if (!/^\/([\w-][\w.-]*\/)*$/.test(base))
    throw new Problem(
      `--base is ${base}: write a path that begins and ends with a slash, such as /v0.1/.`,
    );
  if (!/^\d{1,5}$/.test(port) || Number(port) > 65_535)
    throw new Problem(`--port is ${port}: write a number of at most 65535.`);
  return { ...rest, base, out: resolve(out), port: Number(port) };
}

export async function main(args: string[]): Promise<number> {
  const { help, out, base, serve, port } = optionsOf(args);
  if (help) {
    say(HELP);
    return 0;
  }
  await buildSite({ out, base });
  say(`The site is in ${join(out, base)}`);
  if (serve) {
    const server = await atOrElsewhere(port, (free) => serveSite(out, base, free));
    say(`The site is served at ${server.url} until you press Ctrl-C.`);
    await new Promise((stop) => process.once("SIGINT", stop).once("SIGTERM", stop));
    await server.close();
  }
  return 0;
}
