// npm run typecheck: the types of the package, the tests and the examples. The other checks are of `npm test`.
import { join } from "node:path";
import { root } from "../base/project.mjs";
import { type RunResult, run } from "../base/run.mjs";
import { Problem, timed } from "../base/say.mjs";
import { stale } from "./generate/documents.mts";
import { buildPackage, tsc } from "./package.mjs";

/** Format and lint, of code and of pages, as `npm run lint`. */
export async function lint() {
  await check("Format and lint", biome);
  await check("Phrases", () =>
    run(process.execPath, [join(root, "tools/base/command.mjs"), "tools/build/prose.mts"], { capture: true }),
  );
}

/** Compiles the package, which the others need. */
export const build = () => timed("Build", buildPackage);

/** The types of the tests, and of the examples beside them. */
export async function types() {
  await together(
    check("Types of sdk-tests", () => tsc("--noEmit", "-p", "sdk-tests")),
    check("Types of the examples", () => tsc("-p", "tools/build/examples.tsconfig.json")),
  );
}

export async function main(): Promise<number> {
  await build();
  await types();
  return 0;
}

/** What in the documents follows from the code is as `npm run generate` writes it. */
export function generated() {
  return timed("Generated documents", async () => {
    // Loaded only now, since they load dist.
    const { parts } = await import("./generate/parts.mts");
    const files = stale(parts, root);
    if (files.length > 0) throw new Problem(`${files.join(", ")}: not as the code says. Run: npm run generate`);
  });
}

/** A step whose output matters only when it fails. */
function check(title: string, work: () => Promise<Pick<RunResult, "code" | "output">>) {
  return timed(title, async () => {
    const { code, output } = await work();
    if (code !== 0) throw new Problem(`${output.trim()}\n${title} failed: see above.`);
  });
}

/** Waits for all of them even if one fails, so that nothing is printed after the last line. */
export async function together(...checks: Promise<void>[]) {
  const failures = (await Promise.allSettled(checks)).filter((result) => result.status === "rejected");
  if (failures.length > 0) throw new Problem(failures.map(({ reason }) => reason.message).join("\n"));
}

function biome() {
  const biomeScript = join(root, "node_modules", "@biomejs", "biome", "bin", "biome");
  return run(process.execPath, [biomeScript, "check", "--error-on-warnings", "--colors=off"], { capture: true });
}
