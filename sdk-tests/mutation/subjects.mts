/** The groups of files that are mutated together, by their name in `npm run mutation`. */
export const subjects: Readonly<Record<string, Subject>> = {
  core: {
    mutate: ["src/core/client/**/*.ts", "src/core/schema/**/*.ts", "src/core/lifecycle/**/*.ts"],
    tests: ["client", "schema", "lifecycle", "faults", "goldens", "plugin", "provider"],
    leastScore: 90,
  },
  insight: {
    mutate: [
      "src/insight/rules/**/*.ts",
      "src/insight/change/**/*.ts",
      "src/insight/ingress/**/*.ts",
      "src/insight/policy/**/*.ts",
    ],
    tests: ["review", "policy", "expectations"],
    leastScore: 90,
  },
  review: {
    mutate: ["src/insight/review/**/*.ts"],
    tests: ["review", "cli"],
    leastScore: 80,
  },
  cli: {
    mutate: ["src/cli/**/*.ts"],
    tests: ["cli", "importing"],
    leastScore: null,
  },
  importing: {
    mutate: ["src/importing/**/*.ts"],
    tests: ["importing", "account", "cli"],
    leastScore: null,
  },
  emulator: {
    mutate: ["src/emulator/**/*.ts"],
    tests: ["emulator"],
    leastScore: null,
  },
};

interface Subject {
  readonly mutate: readonly string[];
  /** Folders of fast tests that load the mutated files in their process: one of the tests has to detect a mutant. */
  readonly tests: readonly string[];
  /** Percentage of detected mutants below which the run fails; null for a subject without a limit. */
  readonly leastScore: number | null;
}
