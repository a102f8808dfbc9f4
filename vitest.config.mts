import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";
import { LongestFirst } from "./sdk-tests/setup/longest-first.mts";

/** Tests that take many minutes: only `npm test -- --long NAME` runs them. */
const long = process.env.LONG_TESTS ? [] : ["sdk-tests/long/**"];

/** Tests that run the Pulumi CLI. */
const endToEnd = [
  "sdk-tests/e2e/**/*.test.ts",
  "sdk-tests/long/{everyday-silence,fuzz-cli,many,recorded}.test.ts",
];

/** Tests that run programs in other languages than Node.js's; and the one among them that takes seconds. */
const ofLanguages = ["sdk-tests/languages/**/*.test.ts"];
const ofYaml = ["sdk-tests/languages/yaml.test.ts"];

/** Programs in Java, which need Maven and what it downloads. */
const ofJava = ["sdk-tests/languages/java*.test.ts"];

/** Tests that follow what users do from beginning to end, in minutes: `.ci/run` runs them after `npm test`. */
const workflows = ["sdk-tests/workflows/*.test.ts"];

/** Workflows in many surroundings, with many values or with random values: `npm test -- --all` runs them. */
const variations = ["sdk-tests/workflows/*/**/*.test.ts"];

/** Pages in a browser: `npm test -- --all` runs them, on Linux. */
const ofBrowser = ["sdk-tests/browser/**/*.test.ts"];
const ofSite = ["sdk-tests/site/**/*.test.ts"];

/** Tests that build a release twice, in minutes, and install it. */
const ofRelease = ["sdk-tests/release/**/*.test.ts"];

/** Tests that prepare something of their own, and run in projects of their own. */
const prepared = [
  endToEnd,
  ofLanguages,
  workflows,
  variations,
  ofBrowser,
  ofSite,
  ofRelease,
].flat();

const builtPackage = "sdk-tests/setup/built-package.mts";
const pulumiCli = "sdk-tests/setup/pulumi-cli.mts";
const browser = "sdk-tests/setup/browser.mts";

const javaSdkgen = "sdk-tests/setup/java-sdkgen.mts";
const javaHost = "sdk-tests/setup/java-host.mts";
const languageSetup = [builtPackage, pulumiCli, "sdk-tests/setup/language-hosts.mts"];

/** Tests that load the built package, in their own process or in another. */
const ofPackage = [
  "examples/**/*.test.ts",
  "sdk-tests/{fuzz,long,package,program}/**/*.test.ts",
  "sdk-tests/**/*.dist.test.ts",
];

const exclude = ["**/node_modules/**", ...long];

/**
 * Each project prepares what its tests need, and only if one of them is to run: those of `unit` load `src` and need
 * nothing, not even modules of their own for each file.
 */
const projects = [
  {
    name: "unit",
    include: ["sdk-tests/**/*.test.ts"],
    exclude: [...exclude, ...ofPackage, ...prepared],
    isolate: false,
  },
  {
    name: "package",
    include: ofPackage,
    exclude: [...exclude, ...endToEnd],
    globalSetup: builtPackage,
  },
  {
    name: "e2e",
    include: endToEnd,
    exclude,
    globalSetup: [builtPackage, pulumiCli],
  },
  {
    name: "languages",
    include: ofLanguages,
    exclude: [...exclude, ...ofYaml, ...ofJava],
    globalSetup: languageSetup,
  },
  {
    name: "languages-java",
    include: ofJava,
    exclude,
    globalSetup: [...languageSetup, javaSdkgen, javaHost],
  },
  { name: "languages-yaml", include: ofYaml, exclude, globalSetup: languageSetup },
  {
    name: "release",
    include: ofRelease,
    exclude,
    globalSetup: [...languageSetup, javaSdkgen, "sdk-tests/setup/releases.mts"],
  },
  { name: "workflows", include: workflows, exclude, globalSetup: [builtPackage, pulumiCli] },
  { name: "variations", include: variations, exclude, globalSetup: [builtPackage, pulumiCli] },
  { name: "browser", include: ofBrowser, exclude, globalSetup: browser },
  {
    name: "site",
    include: ofSite,
    exclude,
    globalSetup: [browser, "sdk-tests/setup/built-site.mts"],
  },
];

export default defineConfig({
  test: {
    globalSetup: "sdk-tests/setup/clean-environment.mts",
    projects: projects.map((test) => ({ extends: true, test })),
    pool: "forks",
    sequence: { sequencer: LongestFirst },
    // Many tests wait for processes of their own, or for a pause to end: with one worker more, no core waits with them.
    maxWorkers: availableParallelism() + 1,
    // Only a test that hangs reaches these limits. On a busy machine, a test takes many times as long as on an idle machine.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    // The built package is loaded as its users load it.
    server: { deps: { external: [/(?<!\/tools)\/(build|dist)\//] } },
    // A title contains the whole values of its row, such as a sentence.
    taskTitleValueFormatTruncate: 0,
    // For `npm run coverage`. Files that no test loads count, too.
    coverage: {
      provider: "v8",
      include: ["src/**/*.ts"],
      reporter: ["text-summary", "html"],
      reportsDirectory: ".edge-ingress/coverage",
    },
  },
});
