// npm run release -- --out DIR [--version X.Y.Z] [--repository OWNER/NAME] [--download-url URL]: builds all files of a release.
import { existsSync, readdirSync } from "node:fs";
import { cp, mkdir, mkdtemp, rm } from "node:fs/promises";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { runScript } from "./lib/bootstrap.mjs";
import { dataDir } from "./lib/project.mjs";
import { Problem, say, timed } from "./lib/say.mjs";
import { copySchema, writeNotes, writeSums } from "./release/documents.mjs";
import { packNpm } from "./release/npm.mjs";
import { buildPlugins } from "./release/plugin.mjs";
import { writeSboms } from "./release/sbom.mjs";
import { buildSdks } from "./release/sdks.mjs";
import { prepareStage } from "./release/stage.mjs";

/** @type {readonly [title: string, make: (stage: import("./release/stage.mjs").Stage, out: string) => Promise<void>][]} */
const steps = [
  ["Packing the npm package", packNpm],
  ["Building the plugin for each system", buildPlugins],
  ["Building the SDKs", buildSdks],
  ["Copying the schema", copySchema],
  ["Listing what the packages contain", writeSboms],
  ["Writing the release notes", writeNotes],
  ["Writing SHA256SUMS", writeSums],
];

const FORMS = {
  version: { form: /^\d+\.\d+\.\d+(-[\w.]+)?$/, example: "1.2.3" },
  repository: { form: /^[\w.-]+\/[\w.-]+$/, example: "OWNER/NAME" },
  "download-url": { form: /^https?:\/\/\S+$/, example: "https://downloads.example.com/edge-ingress" },
};

/** @param {string[]} args */
async function main(args) {
  const { out, ...overrides } = options(args);
  await mkdir(join(dataDir, "release"), { recursive: true });
  const work = await mkdtemp(join(dataDir, "release", "stage-"));
  try {
    const stage = await timed("Building the package", () => prepareStage(join(work, "package"), overrides));
    const made = join(work, "out");
    await mkdir(made);
    for (const [title, make] of steps) await timed(title, () => make(stage, made));
    await cp(made, out, { recursive: true });
    say(`Version ${stage.version} is in ${out}: ${readdirSync(out).length} files.`);
    return 0;
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

/** @param {string[]} args */
function options(args) {
  const string = /** @type {const} */ ({ type: "string" });
  const { values } = parseArgs({
    args,
    options: { out: string, version: string, repository: string, "download-url": string },
  });
  for (const [name, { form, example }] of Object.entries(FORMS)) {
    const value = values[/** @type {keyof typeof FORMS} */ (name)];
    if (value !== undefined && !form.test(value)) throw new Problem(`--${name} must be of the form ${example}.`);
  }
  if (!values.out) throw new Problem("Name the folder for the release: npm run release -- --out FOLDER");
  const out = resolve(values.out);
  if (existsSync(out) && readdirSync(out).length > 0) throw new Problem(`${out} is not empty: name another folder.`);
  const { version, repository, "download-url": downloadUrl } = values;
  return { out, ...(version && { version }), ...(repository && { repository }), ...(downloadUrl && { downloadUrl }) };
}

await runScript(import.meta.url, main);
