// npm run site: builds the documentation as static files, and serves them with --serve. See HELP in site/options.mjs.
import { join } from "node:path";
import { runScript } from "../tools/base/bootstrap.mjs";
import { say } from "../tools/base/say.mjs";
import { buildSite } from "./stage/build.mjs";
import { HELP, optionsOf } from "./stage/options.mjs";
import { serveSite } from "./stage/serve.mjs";

/**
 * @param {string[]} args
 * @returns {Promise<number>}
 */
async function main(args) {
  const options = optionsOf(args);
  if (options.help) say(HELP);
  else await buildAndServe(options);
  return 0;
}

/** @param {import("./stage/options.mjs").Options} options */
async function buildAndServe(options) {
  await buildSite(options);
  say(`The site is in ${join(options.out, options.base)}`);
  if (!options.serve) return;
  const server = await serveHereOrElsewhere(options);
  say(`The site is served at ${server.url} until you press Ctrl-C.`);
  await new Promise((stop) => process.once("SIGINT", stop).once("SIGTERM", stop));
  await server.close();
}

/** @param {import("./stage/options.mjs").Options} options */
async function serveHereOrElsewhere({ out, base, port }) {
  try {
    return await serveSite(out, base, port);
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code !== "EADDRINUSE") throw error;
    return serveSite(out, base, 0);
  }
}

await runScript(import.meta.url, main);
