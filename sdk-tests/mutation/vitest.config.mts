import { defineConfig } from "vitest/config";
import { subjects } from "./subjects.mts";

/** The subject that Stryker mutates for `run.mts`. */
const subject = subjects[process.env.MUTATED ?? ""] ?? { tests: [] };

export default defineConfig({
  test: {
    include: subject.tests.map((folder) => `sdk-tests/${folder}/**/*.test.ts`),
    // These tests run the built package, are random, or measure the costs of long reports and many resources.
    exclude: [
      "sdk-tests/**/*.dist.test.ts",
      "sdk-tests/review/{growth,length,readers,oracle/review}.test.ts",
    ],
    env: {
      FAULT_MATRIX:
        "(status (503|429|403)|reset|bad JSON|with status 200|204|in place of an object) .*(AgentIngress|HttpsEdgeRouteOAuth) is (made|changed|deleted)",
      PROPERTY_RUNS: "30",
    },
    pool: "forks",
    // Without isolation, as in `npm test`, because loading the modules again for each file takes longer than the tests.
    isolate: false,
    // Stryker limits the time of a mutant itself. Instrumented code makes some tests much slower.
    testTimeout: 60_000,
  },
});
