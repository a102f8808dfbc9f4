import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { must } from "../../tools/base/run.mjs";
import { Problem } from "../../tools/base/say.mjs";
import type { Publisher } from "../../tools/build/publisher.mts";
import { type Part, sha256 } from "./publication.mts";
import { contentOf, type ReleaseFolder } from "./release-folder.mts";

/** The plugin is named with its version, because a release must not depend on the newest version of a day. */
const DEPLOY = "org.apache.maven.plugins:maven-deploy-plugin:3.1.4:deploy-file";

/** The library and its project, in the repository of publisher.json. One command publishes both files. */
export function mavenPart(release: ReleaseFolder, { mavenRepository }: Publisher): Part {
  if (mavenRepository === null) throw new Problem("publisher.json names no mavenRepository.");
  const artifact = `edge-ingress-${release.version}`;
  const [jar, pom] = [`${artifact}.jar`, `${artifact}.pom`];
  const folder = folderOf(mavenRepository, groupIn(contentOf(release, pom).toString()), release);
  const args = [
    "--batch-mode",
    DEPLOY,
    `-Durl=${mavenRepository}`,
    "-DrepositoryId=release",
    `-Dfile=${join(release.folder, jar)}`,
    `-DpomFile=${join(release.folder, pom)}`,
  ];
  return {
    title: "Maven",
    // The command publishes both files, also if an earlier run published only the library.
    begin: () => must("mvn", args),
    publications: [
      { file: jar, command: `mvn ${args.join(" ")}` },
      { file: pom, command: `(with ${jar})` },
    ].map(({ file, command }) => ({
      name: file,
      file,
      command,
      publish: async () => undefined,
      digest: sha256(contentOf(release, file)),
      published: () => digestAt(`${folder}/${file}`),
    })),
  };
}

/** The group of a project, which has no other element of this name at this depth. */
export function groupIn(pom: string): string {
  const [, group] = /^ {2}<groupId>(.*)<\/groupId>$/m.exec(pom) ?? [];
  if (group === undefined) throw new Problem("The Maven project has no groupId.");
  return group;
}

const folderOf = (repository: string, group: string, { version }: ReleaseFolder) =>
  [repository.replace(/\/$/, ""), group.replaceAll(".", "/"), "edge-ingress", version].join("/");

async function digestAt(url: string): Promise<string | undefined> {
  if (url.startsWith("file:")) {
    const path = fileURLToPath(url);
    return existsSync(path) ? sha256(readFileSync(path)) : undefined;
  }
  const response = await fetch(url, { headers: credentials() });
  if (response.status === 404) return undefined;
  if (!response.ok) throw new Problem(`${url} answers with ${response.status}.`);
  return sha256(Buffer.from(await response.arrayBuffer()));
}

function credentials(): Record<string, string> {
  const { MAVEN_USERNAME, MAVEN_PASSWORD } = process.env;
  if (!MAVEN_USERNAME) return {};
  const pair = Buffer.from(`${MAVEN_USERNAME}:${MAVEN_PASSWORD}`).toString("base64");
  return { authorization: `Basic ${pair}` };
}
