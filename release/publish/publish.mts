// node release/publish/publish.mts PART FOLDER [--dry-run]: publishes the files of a release to a registry. A job with a credential
// runs this with built-in modules alone: no package of the project is installed there.

import { pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { orProblem, Problem } from "../../tools/base/say.mjs";
import { type Publisher, readPublisher } from "../../tools/build/publisher.mts";
import { githubPart } from "./github.mts";
import { goPart } from "./go.mts";
import { mavenPart } from "./maven.mts";
import { npmPart } from "./npm.mts";
import { nugetPart } from "./nuget.mts";
import { type Part, printPart, publishPart } from "./publication.mts";
import { pypiPart } from "./pypi.mts";
import { type ReleaseFolder, releaseIn } from "./release-folder.mts";

/** The parts of a release in the order of publication: an SDK names the plugin, which has to be available before. */
export const parts: Readonly<
  Record<string, (release: ReleaseFolder, publisher: Publisher) => Part | Promise<Part>>
> = {
  github: githubPart,
  npm: npmPart,
  pypi: pypiPart,
  go: goPart,
  nuget: nugetPart,
  maven: mavenPart,
};

/** The parts that have a registry. publisher.json may name none for .NET and Java. */
export const configuredParts = ({ nugetSource, mavenRepository }: Publisher): string[] => {
  const missing = [...(nugetSource ? [] : ["nuget"]), ...(mavenRepository ? [] : ["maven"])];
  return Object.keys(parts).filter((name) => !missing.includes(name));
};

export async function publish(name: string, folder: string, { dryRun }: { dryRun: boolean }) {
  const publisher = readPublisher();
  const make = parts[name];
  if (!make)
    throw new Problem(`A release has no part "${name}". Parts: ${Object.keys(parts).join(", ")}.`);
  const part = await make(releaseIn(folder), publisher);
  if (dryRun) printPart(part);
  else await publishPart(part);
}

async function main() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { "dry-run": { type: "boolean", default: false } },
  });
  const [name = "", folder = "release"] = positionals;
  const names = name === "all" ? configuredParts(readPublisher()) : [name];
  for (const registry of names) await publish(registry, folder, { dryRun: values["dry-run"] });
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) await orProblem(main);
