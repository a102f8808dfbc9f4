// npm run release: builds the files of a release that belong to this system. HELP describes the options.

import { cpSync, existsSync, mkdirSync, readdirSync, statSync } from "node:fs";
import { join, resolve } from "node:path";
import { optionsIn } from "../tools/base/options.mts";
import { dataDir } from "../tools/base/project.mjs";
import { inTemporaryFolder } from "../tools/base/run.mjs";
import { Problem, say, timed } from "../tools/base/say.mjs";
import { copySchema, writeNotes, writeSums } from "./documents.mts";
import { ownSystem } from "./node-binaries.mts";
import { buildPlugin } from "./plugin.mts";
import { writeSboms } from "./sbom.mts";
import { buildSdks, pack } from "./sdks.mts";
import { type Overrides, prepareStage, type Stage } from "./stage.mts";

const string = { type: "string" } as const;

const forms = {
  version: { form: /^\d+\.\d+\.\d+(-[\w.]+)?$/, example: "1.2.3" },
  repository: { form: /^[\w.-]+\/[\w.-]+$/, example: "OWNER/NAME" },
  "download-url": {
    form: /^https?:\/\/\S+$/,
    example: "https://downloads.example.com/edge-ingress",
  },
};

const HELP = `npm run release -- --out FOLDER [OPTIONS] builds the files of a release that belong to this system:

  --out FOLDER               a new or empty folder
  --version X.Y.Z            instead of the version in package.json
  --repository OWNER/NAME    on GitHub, instead of the repository in publisher.json
  --download-url URL         from which Pulumi downloads the plugin; default: the releases of the repository`;

/** What `npm run release` is asked for. */
export function releaseOptions(args: string[]): Overrides & { out: string } {
  const values = optionsIn(
    args,
    { out: string, version: string, repository: string, "download-url": string },
    HELP,
  );
  for (const [name, { form, example }] of Object.entries(forms)) {
    const value = values[name as keyof typeof forms];
    if (value !== undefined && !form.test(value))
      throw new Problem(`--${name} must be of the form ${example}.`);
  }
  if (!values.out)
    throw new Problem("Name the folder for the release: npm run release -- --out FOLDER");
  const out = resolve(values.out);
  if (existsSync(out) && !statSync(out).isDirectory())
    throw new Problem(`${out} is a file: name a folder with --out.`);
  if (existsSync(out) && readdirSync(out).length > 0)
    throw new Problem(`${out} is not empty: name another folder.`);
  const { version, repository, "download-url": downloadUrl } = values;
  return {
    out,
    ...(version && { version }),
    ...(repository && { repository }),
    ...(downloadUrl && { downloadUrl }),
  };
}

type Step = readonly [title: string, make: (stage: Stage, out: string) => Promise<void>];

const ownStep: Step = ["Building the plugin for this system", buildPlugin];

/** The steps whose files are the same on every system. */
const commonSteps: readonly Step[] = [
  // npm writes the same bytes for the same files.
  ["Packing the npm package", ({ folder }, out) => pack(folder, out)],
  ["Building the SDKs", buildSdks],
  ["Copying the schema", copySchema],
  ["Listing what the packages contain", writeSboms],
  ["Writing the release notes", writeNotes],
  ["Writing SHA256SUMS", writeSums],
];

/** The system that also builds what is the same everywhere. */
const BUILDS_ALL = "linux-amd64";

export async function main(args: string[]) {
  if (args.includes("--help")) {
    say(HELP);
    return 0;
  }
  const { out, ...overrides } = releaseOptions(args);
  mkdirSync(join(dataDir, "release"), { recursive: true });
  await inTemporaryFolder(join(dataDir, "release"), "stage-", async (work) => {
    const stage = await timed("Building the package", () =>
      prepareStage(join(work, "package"), overrides),
    );
    const made = join(work, "out");
    mkdirSync(made);
    const steps = ownSystem === BUILDS_ALL ? [ownStep, ...commonSteps] : [ownStep];
    for (const [title, make] of steps) await timed(title, () => make(stage, made));
    cpSync(made, out, { recursive: true });
    say(`Version ${stage.version} is in ${out}: ${readdirSync(out).length} files.`);
  });
  return 0;
}
