import { defineConfig } from "vitest/config";

/** Tests that take minutes run by scripts of their own: `npm run soak` and others. */
const long = process.env.LONG_TESTS ? [] : ["sdk-tests/long/**"];

export default defineConfig({
  test: {
    include: ["{sdk-tests,examples}/**/*.test.ts"],
    exclude: ["**/node_modules/**", ...long],
    pool: "forks",
    // Tests that may run at the same time wait most of theirs for time-outs.
    maxConcurrency: 50,
    // End-to-end tests wait for processes of their own, so that all cores have something to do.
    maxWorkers: "100%",
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // The built package is loaded as its users load it.
    server: { deps: { external: [/\/dist\//] } },
  },
});
