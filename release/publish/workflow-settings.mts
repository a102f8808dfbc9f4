// node release/publish/workflow-settings.mts: prints which jobs of the release workflow have something to publish, as outputs of a step.

import { pathToFileURL } from "node:url";
import { say } from "../../tools/base/say.mjs";
import { type Publisher, readPublisher } from "../../tools/build/publisher.mts";

export const settingsOf = ({ nugetSource, mavenRepository, homepage }: Publisher) => ({
  nuget: nugetSource !== null,
  maven: mavenRepository !== null,
  site: homepage !== null,
  base: homepage === null ? "/" : basePath(homepage),
});

/** The path of the site, which ends with a slash. */
const basePath = (homepage: string): string => new URL(homepage).pathname.replace(/\/?$/, "/");

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href)
  for (const [name, value] of Object.entries(settingsOf(readPublisher()))) say(`${name}=${value}`);
