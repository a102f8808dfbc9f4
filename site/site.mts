// npm run site: builds the documentation as static files, and serves them with --serve. See HELP in site/options.mts.

import { join } from "node:path";
import { say } from "../tools/base/say.mjs";
import { buildSite } from "./stage/build.mts";
import { HELP, type Options, optionsOf } from "./stage/options.mts";
import { serveSite } from "./stage/serve.mts";

export async function main(args: string[]): Promise<number> {
  const options = optionsOf(args);
  if (options.help) say(HELP);
  else await buildAndServe(options);
  return 0;
}

async function buildAndServe(options: Options) {
  await buildSite(options);
  say(`The site is in ${join(options.out, options.base)}`);
  if (!options.serve) return;
  const server = await serveHereOrElsewhere(options);
  say(`The site is served at ${server.url} until you press Ctrl-C.`);
  await new Promise((stop) => process.once("SIGINT", stop).once("SIGTERM", stop));
  await server.close();
}

async function serveHereOrElsewhere({ out, base, port }: Options) {
  try {
    return await serveSite(out, base, port);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EADDRINUSE") throw error;
    return serveSite(out, base, 0);
  }
}
