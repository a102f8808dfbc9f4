/** What is mutated together, and the folders of the tests that load it in their own process, and are quick: one of them has to see a mutant. */
export const subjects: Readonly<Record<string, Subject>> = {
  core: {
    mutate: ["src/core/client/**/*.ts", "src/core/schema/**/*.ts", "src/core/lifecycle/**/*.ts"],
    tests: ["client", "schema", "lifecycle", "faults", "goldens", "plugin", "provider"],
  },
  insight: {
    mutate: ["src/insight/review/rules/**/*.ts", "src/insight/ingress/**/*.ts", "src/insight/policy/**/*.ts"],
    tests: ["review", "policy", "expectations"],
  },
};

interface Subject {
  readonly mutate: readonly string[];
  readonly tests: readonly string[];
}
