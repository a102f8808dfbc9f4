/** What is mutated together, by the name that `npm run mutation` takes. */
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
  /** Folders of quick tests that load what is mutated in their own process: one of the tests has to see a mutant. */
  readonly tests: readonly string[];
}
