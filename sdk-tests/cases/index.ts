import { join } from "node:path";
import { z } from "zod";
import type { Values } from "../../src/core/schema/values";
import { readData, replaced } from "../support/data";
import { type ResourceCase, resourceCase } from "./case";
import { moduleResourceCases } from "./module-resources";
import { moduleCases } from "./modules";

/** The data of a resource, and the derived members for a resource with a collection. */
const collection = ([type, data]: [string, z.infer<typeof resourceCase>]): ResourceCase => ({
  ...data,
  type,
  methods: { create: ["POST"], update: ["PATCH"] },
  path: (id, { edgeId }) => data.path.replace("{edgeId}", String(edgeId)).replace("{id}", id),
  unknown: (text) => replaced(data.unknown, (value) => (value === "TEXT" ? text : value)) as Values,
});

const prefixed = (name: string, problem: string) =>
  problem.replaceAll(/(^|; did you mean |requires )/g, `$1${name}.`);

/** A route also has the arguments, problems and secrets of all modules. */
const withModules = (route: ResourceCase): ResourceCase => ({
  ...route,
  whole: {
    args: {
      ...route.whole.args,
      ...Object.fromEntries(
        moduleCases.map((moduleCase) => [moduleCase.argument, moduleCase.whole.args]),
      ),
    },
    body: {
      ...route.whole.body,
      ...Object.fromEntries(
        moduleCases.map((moduleCase) => [moduleCase.member, moduleCase.whole.body]),
      ),
    },
  },
  invalid: [
    ...route.invalid,
    ...moduleCases.flatMap(({ argument, invalid }) =>
      invalid.map(({ args, problem }) => ({
        args: { ...route.life.minimal.args, [argument]: args },
        problem: prefixed(argument, problem),
      })),
    ),
  ],
  secrets: moduleCases.flatMap(({ secrets }) => secrets),
});

const file = z.strictObject({ values: z.unknown(), resources: z.record(z.string(), resourceCase) });

/** A case for each resource of the package. */
export const cases: readonly ResourceCase[] = [
  ...Object.entries(readData(join(__dirname, "resources.yaml"), file).resources)
    .map(collection)
    .map((testCase) => (testCase.type === "HttpsEdgeRoute" ? withModules(testCase) : testCase)),
  ...moduleResourceCases,
];
