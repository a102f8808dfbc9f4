import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./project.mjs";
import { run } from "./run.mjs";
import { Problem } from "./say.mjs";
import { engineEnvironment } from "./workspace.mjs";

/** What the config of every stage decides, as rules of `edge-ingress diff --ignore`. */
const CONFIGURED = ["domain", "certificateManagementPolicy.authority", "edgeId", "backend.backendId"];

/**
 * What the config of a stage decides, compared with the one before: all else has to be alike.
 * @type {Readonly<Record<string, readonly string[]>>}
 */
const ALLOWED = {
  staging: [...CONFIGURED, "oauth.provider"],
  prod: [...CONFIGURED, "oauth.provider.provider3.clientId", "oauth.provider.provider3.clientSecret"],
};

/**
 * The change that is promoted, as texts of `ingress-stack.ts` and what takes their place.
 * @type {readonly (readonly [string, string])[]}
 */
const CHANGE = [
  ['minVersion: "1.2"', 'minVersion: "1.3"'],
  ["maximumDuration: 28800", "maximumDuration: 3600"],
];

/**
 * @typedef {object} Place
 * @property {string} folder emptied first; below the repository, so that programs find the package
 * @property {import("../../toolchain/pulumi-cli.mjs").PulumiCli} cli
 * @property {{ url: string, apiKey: string }} server
 * @property {(text: string) => void} say shows what a person wants to see
 *
 * @typedef {object} Commands
 * @property {(...args: string[]) => Promise<void>} show runs Pulumi, and shows what it prints
 * @property {(stack: string) => Promise<void>} review says what the program would do to a stack, and fails if that is grave
 * @property {(...args: string[]) => Promise<void>} quiet runs Pulumi, and shows what it prints only if it fails
 * @property {(a: string, b: string, rules?: readonly string[]) => Promise<boolean>} areAlike shows what differs
 */

/**
 * Takes `examples/promotion` through a whole promotion, in a copy of its own: a change goes to dev, then to staging and
 * prod, and `edge-ingress diff` proves that these differ only where their config does.
 * @param {Place} place
 */
export async function promote(place) {
  const { folder, say } = place;
  const program = join(folder, "program");
  rmSync(folder, { recursive: true, force: true });
  for (const name of ["state", "tmp"]) mkdirSync(join(folder, name), { recursive: true, mode: 0o700 });
  cpSync(join(root, "examples", "promotion"), program, { recursive: true });
  const commands = commandsIn(program, place);

  say("\n1. The last release is on all three stages, which differ by their config.\n");
  await deployShared(commands);
  await Promise.all(["dev", "staging", "prod"].map((stack) => deployFirst(commands, stack)));
  await commands.areAlike("staging", "prod");

  say("\n2. A change of the program goes to dev: TLS 1.3, and logins that last an hour.\n");
  changeProgram(join(program, "ingress-stack.ts"));
  await commands.show(...up("dev"));
  if (await commands.areAlike("dev", "staging", ALLOWED.staging))
    throw new Problem("dev has to differ from staging now.");

  say("\n3. What it does to staging, and its promotion.\n");
  await promoteTo(commands, "dev", "staging");
  say("\n4. What it does to prod, and its promotion.\n");
  await promoteTo(commands, "staging", "prod");
  say("\nThe change is on all stages, and they differ only where their config does.");
}

/**
 * @param {Commands} commands
 * @param {string} before
 * @param {string} stack
 */
async function promoteTo({ show, review, quiet, areAlike }, before, stack) {
  await show("preview", "--diff", "--stack", stack, ...PLAIN);
  await review(stack);
  await quiet(...up(stack));
  if (!(await areAlike(before, stack, ALLOWED[stack]))) {
    throw new Problem(`${before} and ${stack} differ by more than their config.`);
  }
}

const PLAIN = ["--non-interactive", "--color=never", "--suppress-outputs"];

/** @param {string} stack */
const up = (stack) => ["up", "--stack", stack, "--yes", "--skip-preview", ...PLAIN];

/** @param {Commands} commands */
async function deployShared({ quiet }) {
  await quiet("stack", "init", "shared", "--cwd", "shared");
  await quiet(...up("shared"), "--cwd", "shared");
}

/**
 * @param {Commands} commands
 * @param {string} stack
 */
async function deployFirst({ quiet }, stack) {
  await quiet("stack", "init", stack, "--no-select");
  await quiet("config", "set", "--secret", "oauthClientSecret", `example-secret-of-${stack}`, "--stack", stack);
  await quiet(...up(stack));
}

/** @param {string} file */
function changeProgram(file) {
  const text = readFileSync(file, "utf8");
  const missing = CHANGE.find(([before]) => !text.includes(before));
  if (missing) throw new Problem(`${file} has no "${missing[0]}" to change.`);
  writeFileSync(
    file,
    CHANGE.reduce((changed, [before, after]) => changed.replace(before, after), text),
  );
}

/**
 * @param {string} program
 * @param {Place} place
 * @returns {Commands}
 */
function commandsIn(program, { folder, cli, server, say }) {
  const inside = (/** @type {string} */ name) => join(folder, name);
  const env = {
    ...engineEnvironment(cli, {
      home: inside("pulumi-home"),
      state: inside("state"),
      temp: inside("tmp"),
      baseUrl: server.url,
      apiKey: server.apiKey,
    }),
    PULUMI_CONFIG_PASSPHRASE: "example",
    // `npm test` checks the types of the examples.
    PULUMI_NODEJS_TRANSPILE_ONLY: "true",
  };
  /** @param {string[]} args */
  const pulumi = async (...args) => {
    const { code, output } = await run(cli.pulumi, args, { cwd: program, env, capture: true, gentle: true });
    if (code !== 0) throw new Problem(`pulumi ${args.join(" ")} failed:\n${output.trim()}`);
    return output.trim();
  };
  /** @param {string[]} args */
  const edgeIngress = (...args) => {
    const command = join(root, "dist", "cli", "main.js");
    return run(process.execPath, [command, ...args], { cwd: program, env, capture: true });
  };
  return {
    show: async (...args) => {
      say(`$ pulumi ${args.filter((arg) => !PLAIN.includes(arg)).join(" ")}\n${await pulumi(...args)}\n`);
    },
    quiet: async (...args) => {
      await pulumi(...args);
    },
    review: async (stack) => {
      const preview = join(folder, `${stack}.json`);
      writeFileSync(preview, await pulumi("preview", "--json", "--show-sames", "--stack", stack, "--non-interactive"));
      const { code, output } = await edgeIngress("review", preview, "--fail-on", "high");
      say(
        `$ pulumi preview --json --show-sames --stack ${stack} | edge-ingress review --fail-on high\n${output.trimEnd()}\n`,
      );
      if (code !== 0) throw new Problem(`The change is not fit for ${stack}.`);
    },
    areAlike: async (a, b, rules = []) => {
      const args = ["diff", a, b, ...rules.flatMap((rule) => ["--ignore", rule])];
      const { code, output } = await edgeIngress(...args);
      say(`$ edge-ingress ${args.join(" ")}\n${output.trimEnd()}\n`);
      if (code > 1) throw new Problem(`edge-ingress diff ${a} ${b} ended with exit code ${code}.`);
      return code === 0;
    },
  };
}
