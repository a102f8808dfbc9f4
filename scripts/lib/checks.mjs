import { readdirSync } from "node:fs";
import { join, relative } from "node:path";
import { stale } from "../generate/documents.mjs";
import { buildPackage, tsc } from "./build.mjs";
import { root } from "./project.mjs";
import { run } from "./run.mjs";
import { Problem, timed } from "./say.mjs";

/** Format and lint, as `npm run lint`. */
export const lint = () => check("Format and lint", biome);

/** Compiles the package, which the others need. */
export const build = () => check("Build", buildPackage);

/** The types of the tests and of each example; two at a time, for two cores. */
export async function types() {
  const [tests, ...examples] = typedFolders().map(
    (folder) => () => check(`Types of ${folder}`, () => tsc("--noEmit", "-p", folder)),
  );
  await together(tests?.(), inTurn(examples));
}

/** What in the documents follows from the code is as `npm run generate` writes it. */
export function generated() {
  return timed("Generated documents", async () => {
    // Loaded only now, since they load dist.
    const { parts } = await import("../generate/parts.mjs");
    const files = stale(parts, root);
    if (files.length > 0) throw new Problem(`${files.join(", ")}: not as the code says. Run: npm run generate`);
  });
}

/**
 * A step whose output matters only when it fails.
 * @param {string} title
 * @param {() => Promise<import("./run.mjs").RunResult>} work
 */
function check(title, work) {
  return timed(title, async () => {
    const { code, output } = await work();
    if (code !== 0) throw new Problem(`${output.trim()}\n${title} failed: see above.`);
  });
}

/**
 * Waits for all of them even if one fails, so that nothing is printed after the last line.
 * @param {(Promise<void> | undefined)[]} checks
 */
export async function together(...checks) {
  const failures = (await Promise.allSettled(checks)).filter((result) => result.status === "rejected");
  if (failures.length > 0) throw new Problem(failures.map(({ reason }) => reason.message).join("\n"));
}

/** @param {(() => Promise<void>)[]} steps */
async function inTurn(steps) {
  for (const step of steps) await step();
}

function biome() {
  const biomeScript = join(root, "node_modules", "@biomejs", "biome", "bin", "biome");
  return run(process.execPath, [biomeScript, "check", "--error-on-warnings", "--colors=off"], { capture: true });
}

/** @returns {string[]} the tests and each project of an example, as far as they have a tsconfig.json */
function typedFolders() {
  const inExamples = readdirSync(join(root, "examples"), { withFileTypes: true, recursive: true });
  const projects = inExamples
    .filter(({ name, parentPath }) => name === "tsconfig.json" && !parentPath.includes("node_modules"))
    .map(({ parentPath }) => relative(root, parentPath));
  return ["sdk-tests", ...projects.sort()];
}
