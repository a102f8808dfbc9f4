import { mkdirSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { check } from "../../build/cli/import/check";
import type { ImportFlags, ImportStart } from "../../build/cli/import/job";
import { JOURNAL } from "../../build/cli/import/journal";
import { readSplit } from "../../build/importing/split";
import { folderOfTest } from "../support/folders";
import { lacksScripts, replacePulumi } from "../support/replaced-pulumi";

/** The problems that an import reports before it writes anything: causes, each once, and no consequences. */

/** The messages of the problems of an import into a folder. */
async function problemsOf(root: string, flags: Partial<ImportFlags>, part?: string) {
  const names = {
    include: [],
    exclude: [],
    ids: [],
    httpsEdge: [],
    tlsEdge: [],
    tcpEdge: [],
    route: [],
  };
  const start = {
    ...{ root, part, isFirst: true, signal: new AbortController().signal, version: "1.0.0" },
    flags: { ...names, yes: true, form: "plugin", modules: "inline", language: "yaml", ...flags },
    progress: { print: () => undefined },
  } as unknown as ImportStart;
  try {
    await check(start);
    return [];
  } catch (error) {
    return (error as AggregateError).errors.map((problem) => String(problem.message ?? problem));
  }
}

function folderWith(files: Readonly<Record<string, string>>): string {
  const folder = folderOfTest();
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  return folder;
}

const PROJECT = {
  "Pulumi.yaml": "name: shop\nruntime: yaml\n",
  "Pulumi.prod.yaml": "config: {}\n",
};

describe.skipIf(lacksScripts)("the problems of an import", () => {
  beforeEach(() => {
    vi.stubEnv("EDGE_INGRESS_API_KEY", "");
    vi.stubEnv("EDGE_INGRESS_BASE_URL", "");
    vi.stubEnv("PULUMI_CONFIG_PASSPHRASE", undefined);
    vi.stubEnv("PULUMI_CONFIG_PASSPHRASE_FILE", undefined);
  });

  const CLI = `
if (args[0] === "about") console.log(JSON.stringify({ backend: { url: "file:///state" } }));
else if (args[1] === "export") console.log(JSON.stringify({ version: 3, deployment: {} }));
else if (args[0] === "stack") console.log("prod");
else { console.error("error: passphrase must be set"); process.exitCode = 255; }`;

  it("do not contain a missing key if the config of the stack cannot be read", async () => {
    replacePulumi(CLI);
    expect(await problemsOf(folderWith(PROJECT), { stack: "prod" })).toEqual([
      "cannot read the config of stack prod: passphrase must be set",
    ]);
  });

  it("do not contain a missing key if no stack of a new project can be created", async () => {
    replacePulumi('console.log("{}")');
    expect(await problemsOf(folderWith({}), { stack: "prod" })).toEqual([
      "the Pulumi CLI is not logged in: run `pulumi login`",
    ]);
  });

  it("contain a missing key if the stack does not have it", async () => {
    replacePulumi(CLI.replace("else {", 'else console.log("{}"); if (false) {'));
    expect(await problemsOf(folderWith(PROJECT), { stack: "prod" })).toEqual([
      expect.stringMatching(/^edge-ingress:apiKey is not set: /),
    ]);
  });

  it.each([undefined, "shared"])(
    "contain an invalid journal once, in the part %s",
    async (part) => {
      replacePulumi("");
      vi.stubEnv("EDGE_INGRESS_API_KEY", "key");
      vi.stubEnv("EDGE_INGRESS_BASE_URL", "http://127.0.0.1:9");
      const root = folderOfTest();
      const folder = join(root, part ?? "");
      mkdirSync(folder, { recursive: true });
      writeFileSync(join(folder, JOURNAL), "{}");
      const flags = part === undefined ? {} : { split: readSplit("edge") };
      const problems = await problemsOf(relative(".", root), flags, part);
      expect(problems).toEqual([
        `${join(folder, JOURNAL)} is not what an earlier import wrote: remove it, and the files that are not loaded`,
        expect.stringContaining("no response from 127.0.0.1:9 (ECONNREFUSED)"),
      ]);
    },
  );
});
