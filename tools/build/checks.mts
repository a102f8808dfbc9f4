// npm run typecheck: the types of the package, the tests and the examples. `npm test` runs the other checks.
import { join } from "node:path";
import { root } from "../base/project.mjs";
import { type RunResult, run } from "../base/run.mjs";
import { Problem, timed } from "../base/say.mjs";
import { buildPackage, tsc } from "./package.mjs";

/** Checks the format of the code, and lints code and pages, as `npm run lint`. */
export const lint = () => together(check("Format and lint", biome), check("Phrases", prose));

/** Compiles the package, because the other checks need `dist`. */
export const build = () => timed("Build", buildPackage);

/**
 * The code that is checked in addition to the package, whose types `build` checks: a title and a project of the
 * compiler.
 */
export const typeChecked = [
  ["sdk-tests", "sdk-tests"],
  ["the examples", "tools/build/examples.tsconfig.json"],
] as const;

export async function main(): Promise<number> {
  await build();
  await together(
    ...typeChecked.map(([name, project]) => check(`Types of ${name}`, () => typeCheck(project))),
  );
  return 0;
}

export const typeCheck = (project: string) => tsc("--noEmit", "-p", project);

/** Runs a step whose output matters only if it fails. */
export function check(title: string, work: () => Promise<Pick<RunResult, "code" | "output">>) {
  return timed(title, async () => {
    const { code, output } = await work();
    if (code !== 0) throw new Problem(`${output.trim()}\n${title} failed: see above.`);
  });
}

/** Waits for all checks even if one fails, so that nothing is printed after the last line. */
export async function together(...checks: Promise<void>[]) {
  const failures = (await Promise.allSettled(checks)).filter(
    (result) => result.status === "rejected",
  );
  if (failures.length > 0)
    throw new Problem(failures.map(({ reason }) => reason.message).join("\n"));
}

function biome() {
  const biomeScript = join(root, "node_modules", "@biomejs", "biome", "bin", "biome");
  return run(process.execPath, [biomeScript, "check", "--error-on-warnings", "--colors=off"], {
    capture: true,
  });
}

function prose() {
  const command = join(root, "tools/base/command.mjs");
  return run(process.execPath, [command, "tools/build/prose.mts"], { capture: true });
}
