import { join } from "node:path";
import { expect } from "vitest";
import { stableJson } from "../../src/core/schema/values";
import { type Emulator, startEmulator } from "../../src/emulator";
import type { Form } from "../../src/importing/import-entry";
import type { ModuleStyle } from "../../src/importing/modules";
import { type Language, layouts } from "../../src/importing/project";
import { ImportProject } from "./import-project";
import { fillAccount } from "./odd-account";
import { ONE_CHECKPOINT } from "./workspace";

/** Seed of a random account; the variable SEED repeats an account. */
export const SEED = Number(process.env.SEED ?? Date.now() % 1_000_000);

/** The options of a tested import. */
export interface ImportLife {
  readonly language: Language;
  readonly form: Form;
  readonly seed: number;
  /** Default: inline. */
  readonly modules?: ModuleStyle;
  /** True if equal objects become tables. Default: true. */
  readonly groups?: boolean;
  /** Size of the account, as a share of 300 objects. */
  readonly share: number;
  /** Prepares the project before the program runs. */
  readonly prepare?: (project: ImportProject) => Promise<void>;
}

/**
 * Imports an account with odd values, and previews and refreshes it without a change and with only GET requests; then
 * creates the same objects on an empty server with the same program, and deletes them.
 */
export async function importAccount({
  language,
  form,
  seed,
  share,
  modules = "inline",
  groups = true,
  prepare,
}: ImportLife): Promise<void> {
  await using emulator = await startEmulator({ options: { pageSize: 17 } });
  const account = await fillAccount(emulator, seed, {
    share,
    hasNull: layouts[language].whyNotExpressible === undefined,
  });
  const before = emulator.objects();
  emulator.clearRequests();
  await using project = await ImportProject.create(emulator);
  Object.assign(project.environment, ONE_CHECKPOINT);
  await project.write("ids.txt", account.ids);
  const options = { modules, language, form, stack: "dev", ids: "ids.txt" };
  const stated = Object.entries(options).flatMap(([name, value]) => [`--${name}`, value]);
  const args = [...stated, "--yes", ...(groups ? [] : ["--no-group"])];
  const { code, text } = await project.import(...args);
  if (modules === "inline")
    expect(text).toContain(`imported ${account.count} objects into stack dev`);
  expect(code, text).toBe(0);
  await prepare?.(project);
  if (language === "typescript") await expectTypes(project);

  if (prepare) await project.pulumi("preview", "--stack", "dev", "--expect-no-changes");
  else expect(text).toContain("`pulumi preview` shows no change");
  await project.pulumi(
    "up",
    "--stack",
    "dev",
    "--refresh",
    "--expect-no-changes",
    "--yes",
    "--skip-preview",
  );
  expect((await project.import(...args)).text).toContain("nothing new to import");
  expect(new Set(emulator.requests().map(({ method }) => method))).toEqual(new Set(["GET"]));
  expect(emulator.objects()).toEqual(before);

  await expectSameElsewhere(project, emulator);
  const seen = (await project.written()) + project.printed;
  expect([...account.secrets, emulator.apiKey].filter((secret) => isIn(seen, secret))).toEqual([]);
}

/** A secret in its original form, in JSON, and its first word, which no spelling changes. */
const isIn = (text: string, secret: string): boolean => text.includes(`${secret.split(" ")[0]} `);

async function expectTypes(project: ImportProject): Promise<void> {
  const tsc = join(__dirname, "../../node_modules/typescript/bin/tsc");
  expect(await project.run(process.execPath, tsc, "--project", ".")).toMatchObject({
    code: 0,
    text: "",
  });
}

async function expectSameElsewhere(project: ImportProject, emulator: Emulator): Promise<void> {
  await using other = await startEmulator();
  project.use(other);
  await project.pulumi("stack", "init", "empty", "--copy-config-from", "dev");
  await project.pulumi("config", "set", "edge-ingress:baseUrl", other.url, "--stack", "empty");
  await project.pulumi("up", "--stack", "empty", "--yes", "--skip-preview");
  const [expected, created] = [contentOf(emulator), contentOf(other)];
  expect(created.filter((content) => !expected.includes(content)).slice(0, 3)).toEqual([]);
  expect(created).toHaveLength(expected.length);
  await project.pulumi("destroy", "--stack", "empty", "--yes", "--skip-preview");
  expect(other.objects()).toEqual([]);
}

/**
 * The contents of objects, without values that differ between equal objects: ids, addresses, times, keys, and spellings
 * of absent values.
 */
const contentOf = (emulator: Emulator): string[] =>
  emulator
    .objects()
    .map(({ path, body }) =>
      JSON.stringify([kindOf(path), body], (key, value) => (isOwn(key, value) ? undefined : value)),
    )
    .map((json) => stableJson(JSON.parse(json)))
    .sort();

const isOwn = (key: string, value: unknown): boolean =>
  OWN.has(key) ||
  value === null ||
  value === false ||
  /^(""|\[\]|\{\})$/.test(JSON.stringify(value));

const OWN = new Set([
  ...["id", "uri", "created_at", "public_key", "certificate_management_status", "ns_targets"],
  ...["entity_id", "assertion_consumer_service_url", "single_logout_url", "metadata_url"],
  "request_signing_certificate_pem",
]);

/** The path without the ids that the server chose. */
const kindOf = (path: string): string => path.replaceAll(/(?<=\/)\w+_[\w-]{20,}/g, "ID");
