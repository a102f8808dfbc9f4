import { join, resolve } from "node:path";
import { optionsIn } from "../../tools/base/options.mts";
import { root } from "../../tools/base/project.mjs";
import { Problem } from "../../tools/base/say.mjs";

export const HELP = `npm run site -- [OPTIONS] builds the documentation as static files:

  --out DIR      the folder that a host serves; default: site/dist
  --base PATH    where the host has this version, such as /v0.1/; default: /
  --serve        serves the folder on this computer until Ctrl-C
  --port PORT    of --serve; default: 4321, or a free port if it is in use

To publish several versions, build each into the same --out with a --base of its own. Their pages offer the versions
that versions.json in the folder above them lists; each build adds its own.`;

/** The project of the generator. */
export const SITE = join(root, "site");

export type Options = { out: string; base: string; serve: boolean; port: number; help: boolean };

const options = {
  out: { type: "string", default: join(SITE, "dist") },
  base: { type: "string", default: "/" },
  serve: { type: "boolean", default: false },
  port: { type: "string", default: "4321" },
  help: { type: "boolean", default: false },
} as const;

export function optionsOf(args: string[]): Options {
  const { base, port, out, ...rest } = optionsIn(args, options, HELP);
  if (!/^\/([\w-][\w.-]*\/)*$/.test(base))
    throw new Problem(`--base is ${base}: write a path that begins and ends with a slash, such as /v0.1/.`);
  if (!/^\d{1,5}$/.test(port) || Number(port) > 65_535)
    throw new Problem(`--port is ${port}: write a number of at most 65535.`);
  return { ...rest, base, out: resolve(out), port: Number(port) };
}
