import { execFile } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { homedir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, inject } from "vitest";
import { type Emulator, startEmulator } from "../../src/emulator";
import type { LanguageHosts } from "../../tools/pulumi/obtain.mts";
import { Example } from "./example";
import { root } from "./files";
import { makePack, violationsIn } from "./made-policy-pack";
import { COMMAND } from "./workspace";

const run = promisify(execFile);

const SCHEMA = join(root, "src/fronts/plugin/schema.json");

/** A program in another language: its requirements in addition to its files, and a change of its first argument. */
export interface Language {
  readonly name: string;
  readonly file: string;
  readonly prepare?: (example: Example) => Promise<void>;
  /** A line that sets the domain, and the line with an additional description. */
  readonly line: string;
  readonly described: string;
  /** The location of a finding about the resource. */
  readonly place: string;
  /** Matches the error about the unknown argument "descripton". */
  readonly refusal: RegExp;
}

declare module "vitest" {
  interface ProvidedContext {
    /** The language hosts that the project's setup found or built. */
    languageHosts: LanguageHosts;
  }
}

/** Writes the SDK of a language into the folder `sdks` of another, as `pulumi package add` does. */
export async function generateSdk(
  folder: string,
  language: string,
  { sdkgen }: Pick<LanguageHosts, "sdkgen"> = inject("languageHosts"),
): Promise<void> {
  await run(sdkgen, [SCHEMA, join(folder, "sdks"), language]);
}

/** Tests the life of a program: judged by policies, deployed, unchanged, changed, invalid, destroyed. */
export async function live(language: Language): Promise<void> {
  await using emulator = await startEmulator();
  await using example = await Example.create(join(root, "examples", language.name), {
    EDGE_INGRESS_BASE_URL: emulator.url,
    EDGE_INGRESS_API_KEY: emulator.apiKey,
  });
  await example.prepare(process.execPath, COMMAND, "plugin", "install");
  await language.prepare?.(example);
  await example.pulumi(".", "stack", "init", "dev");
  await expectJudged(example);

  const printed = await example.up();
  const policy = { authority: "letsencrypt" };
  const members = { domain: "connect.example.com", certificate_management_policy: policy };
  const [ingress] = bodies(emulator);
  expect(ingress).toMatchObject(members);
  expect(printed).toContain(`[0]: "${targetsOf(ingress)[0]}"`);

  emulator.clearRequests();
  expect(await example.preview("--expect-no-changes")).toContain("2 unchanged");
  expect(emulator.requests()).toEqual([]);

  await expectFindingAt(example, language);

  await example.edit(language.file, language.line, language.described);
  expect(await example.up()).toContain("1 updated");
  expect(emulator.requests().map(({ method }) => method)).toEqual(["PATCH"]);
  expect(bodies(emulator)).toMatchObject([{ ...members, description: "of the agents" }]);

  const misspelt = language.described.replace("escription", "escripton");
  await example.edit(language.file, language.described, misspelt);
  expect(await example.failingPreview()).toMatch(language.refusal);
  await example.edit(language.file, misspelt, language.line);

  await example.destroy();
  expect(emulator.objects()).toEqual([]);
}

/** The location of a finding is a line of the program, or the project if the host of the language sends no line. */
async function expectFindingAt(
  example: Example,
  { name, file, line, place }: Language,
): Promise<void> {
  const changed = line.replace("connect.example.com", "other.example.com");
  await example.edit(file, line, changed);
  const preview = await example.succeed(["preview", "--json", "--show-sames"]);
  await example.edit(file, changed, line);
  await record(name, preview, example);
  await writeFile(join(example.program, "preview.json"), preview);
  const command = [COMMAND, "review", "preview.json", "--format", "sarif"];
  const { code, printed, errors } = await example.begin(process.execPath, command).ended;
  expect({ code, errors }).toEqual({ code: 0, errors: "" });
  const [run] = JSON.parse(printed).runs;
  const places = run.results.map(({ locations }: { locations: readonly SarifLocation[] }) =>
    locations.map(
      ({ physicalLocation: { artifactLocation, region } }) =>
        `${artifactLocation.uri}:${region.startLine}`,
    ),
  );
  expect(places).toEqual([[place]]);
}

/** Records a preview for `review/source-lines.test.ts`, if the variable RECORD_PREVIEWS is set. */
async function record(language: string, preview: string, { program }: Example): Promise<void> {
  if (!process.env.RECORD_PREVIEWS) return;
  const portable = preview
    .replaceAll(program, "/project")
    .replaceAll(`${homedir()}/`, "/home/user/")
    .replaceAll(/http:\/\/127\.0\.0\.1:\d+/g, "http://127.0.0.1:4455");
  await writeFile(join(root, "sdk-tests/review/recorded/languages", `${language}.json`), portable);
}

interface SarifLocation {
  readonly physicalLocation: {
    readonly artifactLocation: { readonly uri: string };
    readonly region: { readonly startLine: number };
  };
}

/** Policies judge the program in a preview: it violates the expected policies, and no others. */
async function expectJudged(example: Example): Promise<void> {
  const pack = await makePack(join(example.program, ".."), {
    ...{ all: "disabled", "no-secret-in-metadata": "mandatory" },
    expectations: {
      enforcementLevel: "mandatory",
      expectations: [{ edge: "edghts_none", path: "/", expect: { open: true } }],
    },
  });
  const text = await example.failingPreview("--policy-pack", pack);
  expect([...violationsIn(text)], text).toEqual([expect.stringMatching(/^expectations /)]);
}

const bodies = (emulator: Emulator) => emulator.objects().map(({ body }) => body);

const targetsOf = (ingress: Readonly<Record<string, unknown>> = {}) =>
  ingress.ns_targets as string[];
