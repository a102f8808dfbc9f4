// npm run release:publish -- CHANNEL DIR [--dry-run]: publishes the files of a release to one channel. A dry run prints each command.
import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { runScript } from "./lib/bootstrap.mjs";
import { readPublisher } from "./lib/publisher.mjs";
import { run } from "./lib/run.mjs";
import { Problem, remark, say } from "./lib/say.mjs";
import { channels } from "./release/channels.mjs";

/** @param {string[]} args */
async function main(args) {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { "dry-run": { type: "boolean" } },
  });
  const [name = "", folder = ""] = positionals;
  const channel = channels[/** @type {keyof typeof channels} */ (name)];
  if (!channel) throw new Problem(`Name a channel: ${Object.keys(channels).join(", ")}.`);
  const commands = channel(releaseIn(resolve(folder)));
  if (commands.length === 0) remark(`${name}: publisher.json names no place for it, so nothing is published.`);
  for (const command of commands) {
    // Never with the values of the environment, among which are the credentials.
    say(`$ ${command.join(" ")}`);
    if (!values["dry-run"]) await publish(command);
  }
  return 0;
}

/** @param {readonly string[]} command */
async function publish([program = "", ...args]) {
  const expanded = args.map((arg) => arg.replace(/^\$(\w+)$/, (_, name) => required(name)));
  const { code } = await run(program, expanded);
  if (code !== 0) throw new Problem(`${program} ${args[0]} failed with exit code ${code}: see above.`);
}

/** @param {string} name of a variable of the environment */
function required(name) {
  const value = process.env[name];
  if (!value) throw new Problem(`${name} is not set: set it to the credential of this channel.`);
  return value;
}

/**
 * @param {string} folder
 * @returns {import("./release/channels.mjs").Release}
 */
function releaseIn(folder) {
  const { version } = JSON.parse(readFileSync(join(folder, "schema.json"), "utf8"));
  const files = readdirSync(folder).map((file) => join(folder, file));
  return { folder, version, files, publisher: readPublisher() };
}

await runScript(import.meta.url, main);
