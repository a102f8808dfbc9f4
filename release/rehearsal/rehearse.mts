import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { dataDir, readJson } from "../../tools/base/project.mjs";
import { formatDuration, Problem, say } from "../../tools/base/say.mjs";
import { obtainLanguageHosts, obtainPulumiCli } from "../../tools/pulumi/obtain.mts";
import { ownSystem } from "../node-binaries.mts";
import { startRegistries } from "./registries.mts";
import { REPOSITORY, ReleaseClone } from "./release-clone.mts";
import { Rehearsal, type Surroundings } from "./release-steps.mts";
import { newRunFolder } from "./run-folder.mts";
import { resultTable, Steps } from "./steps.mts";
import { publishReleased } from "./update.mts";

/** The system on which all files of a release can be built. */
const SYSTEM = "linux-amd64";

/**
 * Carries out the next release, and a patch release of it, with registries on this computer. Everything happens in a clone of the
 * committed tree, which is removed at the end.
 */
export async function rehearse(): Promise<number> {
  if (ownSystem !== SYSTEM) throw new Problem(`A rehearsal runs on ${SYSTEM}.`);
  const begin = Date.now();
  const steps = new Steps();
  const folder = await newRunFolder(join(dataDir, "rehearsal"), "run");
  const projects = await newRunFolder(tmpdir(), "rehearsal");
  const removing = (path: string) => () => rm(path, { recursive: true, force: true });
  const cleanups = [removing(folder), removing(projects)];
  try {
    await rehearseIn({ folder, projects, steps, defer: (cleanup) => cleanups.push(cleanup) });
  } finally {
    for (const cleanup of cleanups.reverse()) await cleanup();
  }
  say(`\n${resultTable(steps.results)}`);
  say(`\nThe rehearsal passed in ${formatDuration(Date.now() - begin)}. ${NOT_REHEARSED}`);
  return 0;
}

const NOT_REHEARSED =
  "Not rehearsed, because it needs the identity of the workflow or of a developer: provenance, trusted publishing, and signatures of Apple and Microsoft.";

async function rehearseIn(
  surroundings: Pick<Surroundings, "folder" | "projects" | "steps" | "defer">,
) {
  const { folder, steps, defer } = surroundings;
  const [first, patch] = versionsAfter((readJson("package.json") as { version: string }).version);
  steps.of("Preparation");
  const clone = await steps.run("Clone the committed tree", () => ReleaseClone.create(folder));
  const registries = await steps.run(
    "Start the registries",
    () => startRegistries(folder, clone, defer),
    () => "Verdaccio, pypiserver, a Maven folder, a git repository, a server of releases",
  );
  const tools = await steps.run("Find the CLI and the language hosts", async () => ({
    cliFolder: (await obtainPulumiCli()).binDir,
    hosts: await obtainLanguageHosts(),
  }));
  await steps.run(
    "Publish the package of the last release",
    () => publishReleased(clone, registries),
    (version) => `pulumi-edge-ingress@${version}`,
  );
  await steps.run("Fill in publisher.json", () =>
    namePublisher(clone, {
      repository: REPOSITORY,
      pluginDownloadURL: registries.github.downloads,
      mavenRepository: registries.maven,
    }),
  );
  const rehearsal = new Rehearsal({ ...surroundings, clone, registries, ...tools });
  await rehearsal.release(first);
  await rehearsal.startNext(first, `${patch}-dev`);
  await rehearsal.release(patch);
}

const CONTACT_LINKS = `contact_links:
  - name: Discussions
    about: Ask a question.
    url: https://github.com/${REPOSITORY}/discussions
`;

/** Writes the publisher, which a maintainer does once before the first release. */
async function namePublisher(clone: ReleaseClone, known: object) {
  await clone.edit("publisher.json", (text) => {
    return `${JSON.stringify({ ...JSON.parse(text), ...known }, undefined, 2)}\n`;
  });
  const [owner = ""] = REPOSITORY.split("/");
  await clone.edit(".github/CODEOWNERS", (text) => `${text}* @${owner}/maintainers\n`);
  await clone.edit(".github/ISSUE_TEMPLATE/config.yml", (text) => `${text}${CONTACT_LINKS}`);
  await clone.push("Name the publisher");
}

/** The version that is in development, and the first patch release of it. */
export function versionsAfter(current: string): [first: string, patch: string] {
  const [, major, minor, patch] = /^(\d+)\.(\d+)\.(\d+)/.exec(current) ?? [];
  return [`${major}.${minor}.${patch}`, `${major}.${minor}.${Number(patch) + 1}`];
}
