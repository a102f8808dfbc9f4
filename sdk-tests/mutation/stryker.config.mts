import { subjects } from "./subjects.mts";

/** The configuration of Stryker for the subject that `run.mts` selects. */
export default {
  testRunner: "vitest",
  vitest: { configFile: "sdk-tests/mutation/vitest.config.mts" },
  ignorePatterns: ["build", "dist", ".edge-ingress"],
  ignoreStatic: true,
  thresholds: { break: subjects[process.env.MUTATED ?? ""]?.leastScore ?? null },
  concurrency: 2,
  incremental: true,
  reporters: ["clear-text", "progress-append-only"],
  clearTextReporter: { allowColor: false, logTests: false },
  tempDirName: ".edge-ingress/mutation",
};
