import fc from "fast-check";
import type { AccountObject } from "../../src/account/account";
import { packages } from "../../src/codegen/sdk";
import * as definitions from "../../src/core/definitions";
import type { Definition } from "../../src/core/schema/definition";
import { mergeWhole } from "../../src/core/schema/merge";
import type { Values } from "../../src/core/schema/values";
import { createBody, fromWire } from "../../src/core/schema/wire";
import { importedProgram } from "../../src/importing/imported-program";
import type { ProgramOptions } from "../../src/importing/options";
import { type FileText, type Language, layouts } from "../../src/importing/project";
import { loadLines, projectFiles, writeEntryFile } from "../../src/importing/project-files";
import { argumentsOf } from "./arbitraries";
import { readSchema } from "./package-schema";

/** Objects of accounts as an import reads them, and the programs that they become. */

export const accountObject = (
  definition: Definition,
  id: string,
  outputs: Values,
  masked: string[] = [],
): AccountObject => ({
  definition,
  id,
  outputs: mergeWhole(definition.fields, {}, outputs),
  masked,
});

/** Objects of all kinds with odd values. */
export const anyObjects = (size: fc.ArrayConstraints): fc.Arbitrary<AccountObject[]> =>
  fc
    .array(
      fc
        .constantFrom(...Object.values<Definition>(definitions))
        .chain((definition) =>
          argumentsOf(definition.fields).map((args) => ({ definition, args })),
        ),
      size,
    )
    .map((all) =>
      all.map(({ definition, args }, index) => {
        const { fields } = definition;
        const answered = fromWire(fields, { ...createBody(fields, args), ...args }).values;
        const { publicKey: _, ...outputs } = mergeWhole(fields, {}, answered);
        return { definition, id: `id_${index}`, outputs: { ...outputs, ...args }, masked: [] };
      }),
    );

/** Options of a plan for a language, into a project that is new. */
export const planOptions = (
  language: Language,
  options: Partial<ProgramOptions> = {},
): ProgramOptions => ({
  ...layouts[language],
  usesTables: layouts[language].hasLoops,
  existingNames: new Map(),
  takenNames: [],
  configValues: new Map(),
  ...options,
});

export const sdk = {
  ...readSchema(),
  packages: { ...packages, typescript: "pulumi-edge-ingress" },
};

/** A project that an import writes: all files, and the values that its config has to have. */
export function importedProject(
  objects: readonly AccountObject[],
  language: Language,
  {
    isModule = false,
    ...programOptions
  }: Partial<ProgramOptions> & { readonly isModule?: boolean } = {},
) {
  const layout = layouts[language];
  const program = importedProgram(objects, planOptions(language, programOptions));
  const options = { name: "hostile", isBeside: false, range: "*", sdk };
  const files = layout.programFiles(program.parts, options);
  const entry = layout.entryFile
    ? [writeEntryFile(layout.entryFile, loadLines(layout, files, isModule))]
    : [];
  const all: FileText[] = [...projectFiles(options, layout), ...program.values, ...files, ...entry];
  return { ...program, files: all };
}

const NAMES = [
  ..."exports require module globalThis __filename __dirname main init go pulumi config default class import export".split(
    " ",
  ),
  ..."ctx err cfg row name json pathlib compactJson readFileSync edgeingress edge_ingress string nil append".split(
    " ",
  ),
  ..."True None lambda async await yield let static enum type types con aux nul 1x constructor then self print".split(
    " ",
  ),
  ..."Exports EXPORTS ex-ports ex_ports 日本 Ünïcode agentIngress HttpsEdgeRoute jwt declare declareIngress".split(
    " ",
  ),
];

/** Ids of edges that differ in nothing but letter case and separators. */
const EDGES = ["a_1", "a1", "A1"];

const DOCUMENT = `<EntityDescriptor>${"<a>b</a>\n".repeat(40)}</EntityDescriptor>`;
const METADATA = JSON.stringify({ text: "x".repeat(300), list: [1, { a: null }] }, null, 2);

/** Modules of a route: of each third route a document that others have too, of each third route a secret. */
function modulesOf(index: number): Values {
  if (index % 3 === 0) return { saml: { idpMetadata: DOCUMENT } };
  if (index % 3 === 1)
    return { webhookVerification: { provider: "github", secret: `secret-${index}` } };
  return { backend: { enabled: true, backendId: "bkd_1" }, metadata: METADATA };
}

/** Secrets that Pulumi's host for YAML takes for numbers, booleans and JSON. */
const SECRETS = [
  "0",
  "12345",
  "true",
  "t",
  "null",
  "NaN",
  "-Inf",
  "1e5",
  "+0x1p-2",
  "01234",
  '"quoted"',
  '{"a":1}',
  "[1]",
];

/** Three edges, each with routes of hostile names, hosts of these names, and documents that all edges have. */
export const hostileAccount = (): AccountObject[] => [
  ...NAMES.map((name, index) =>
    accountObject(definitions.agentIngress, `agin_${index}`, { domain: name, metadata: METADATA }),
  ),
  ...NAMES.map((name, index) =>
    accountObject(definitions.eventDestination, `evdst_${index}`, {
      ...{
        description: `${name} log`,
        format: "json",
        target: { monitoring: { apiKey: SECRETS[index] ?? `secret-${name}` } },
      },
    }),
  ),
  ...EDGES.flatMap((edgeId) =>
    NAMES.map((name, index) =>
      accountObject(definitions.httpsEdgeRoute, `rt_${edgeId}_${index}`, {
        ...{ edgeId, matchType: "path_prefix", match: `/${name}` },
        ...modulesOf(index),
      }),
    ),
  ),
];

/** Names of a document for the objects of the hostile account: words of languages, and variables that other things have. */
export const hostileNames = (
  objects: readonly AccountObject[],
): ReadonlyMap<string, readonly string[]> =>
  new Map(
    objects.map(({ id }, index) => [
      id,
      [`${NAMES[index % NAMES.length]}${index < NAMES.length ? "" : `-${index}`}`],
    ]),
  );
