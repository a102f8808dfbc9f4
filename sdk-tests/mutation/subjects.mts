/** The groups of files that are mutated together, by their name in `npm run mutation`. */
export const subjects: Readonly<Record<string, Subject>> = {
  core: {
    mutate: ["src/core/client/**/*.ts", "src/core/schema/**/*.ts", "src/core/lifecycle/**/*.ts"],
    tests: ["client", "schema", "lifecycle", "faults", "goldens", "plugin", "provider"],
  },
  insight: {
    mutate: [
      "src/insight/rules/**/*.ts",
      "src/insight/change/**/*.ts",
      "src/insight/ingress/**/*.ts",
      "src/insight/policy/**/*.ts",
    ],
    tests: ["review", "policy", "expectations"],
  },
};

interface Subject {
  readonly mutate: readonly string[];
  /** Folders of fast tests that load the mutated files in their process: one of the tests has to detect a mutant. */
  readonly tests: readonly string[];
}
