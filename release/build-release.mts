import { cpSync, mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { dataDir } from "../tools/base/project.mjs";
import { inTemporaryFolder } from "../tools/base/run.mjs";
import { say, timed } from "../tools/base/say.mjs";
import { copySchema, writeNotes, writeSums } from "./documents.mts";
import { ownSystem } from "./node-binaries.mts";
import { buildPlugin } from "./plugin.mts";
import { writeSboms } from "./sbom.mts";
import { buildSdks, pack } from "./sdks.mts";
import { type Overrides, prepareStage, type Stage } from "./stage.mts";

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

/** Builds the files of a release that belong to this system. */
export async function buildRelease(out: string, overrides: Overrides): Promise<void> {
  mkdirSync(join(dataDir, "release"), { recursive: true });
  await inTemporaryFolder(join(dataDir, "release"), "stage-", async (work) => {
    const stage = await timed("Building the package", () =>
      prepareStage(join(work, "package"), overrides),
    );
    const builtFiles = join(work, "out");
    mkdirSync(builtFiles);
    const steps = ownSystem === BUILDS_ALL ? [ownStep, ...commonSteps] : [ownStep];
    for (const [title, make] of steps) await timed(title, () => make(stage, builtFiles));
    cpSync(builtFiles, out, { recursive: true });
    say(`Version ${stage.version} is in ${out}: ${readdirSync(out).length} files.`);
  });
}
