import { defineConfig } from "vitest/config";

/** The tests that load `src` in their own process, and are quick: a mutant has to be seen by one of them. */
export default defineConfig({
  test: {
    include: ["sdk-tests/{client,schema,lifecycle,faults,goldens,plugin,provider}/**/*.test.ts"],
    // They run the built package.
    exclude: ["sdk-tests/**/*.dist.test.ts"],
    env: {
      FAULT_MATRIX:
        "(status (503|429|403)|reset|bad JSON) .*(AgentIngress|HttpsEdgeRouteOAuth) is (made|changed|deleted)",
      PROPERTY_RUNS: "30",
    },
    pool: "forks",
    testTimeout: 10_000,
  },
});
