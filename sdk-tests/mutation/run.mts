// npm run mutation [SUBJECT]: changes a subject in every way that Stryker knows, and checks that a test fails. The
// results of the last run are kept, so that only code and tests that have changed since are tried again; --force tries
// all.
import { join } from "node:path";
import { ensurePackages } from "../../tools/base/packages.mjs";
import { root } from "../../tools/base/project.mjs";
import { run } from "../../tools/base/run.mjs";
import { Problem } from "../../tools/base/say.mjs";
import { subjects } from "./subjects.mts";

const folder = join(root, "sdk-tests", "mutation");
const stryker = join(root, "node_modules", "@stryker-mutator", "core", "bin", "stryker.js");

/** @param args a subject, or all if there is none, and options for Stryker */
export async function main(args: string[]): Promise<number> {
  const [first, ...rest] = args;
  const isNamed = first !== undefined && !first.startsWith("-");
  if (isNamed && !(first in subjects))
    throw new Problem(`Unknown subject "${first}". Subjects: ${Object.keys(subjects).join(", ")}.`);
  await ensurePackages("sdk-tests/mutation");
  const [names, options] = isNamed ? [[first], rest] : [Object.keys(subjects), args];
  const codes: number[] = [];
  for (const name of names) codes.push(await mutate(name, options));
  return Math.max(...codes);
}

async function mutate(name: string, options: readonly string[]): Promise<number> {
  const mutated = (subjects[name]?.mutate ?? []).join(",");
  const kept = join(".edge-ingress", `mutation-${name}.json`);
  const flags = ["--mutate", mutated, "--incrementalFile", kept, ...options];
  const env = { ...process.env, MUTATED: name };
  const command = [stryker, "run", join(folder, "stryker.config.mts"), ...flags];
  const { code } = await run(process.execPath, command, { env });
  return code;
}
