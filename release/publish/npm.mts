import { hash } from "node:crypto";
import { join } from "node:path";
import { must, run } from "../../tools/base/run.mjs";
import { Problem } from "../../tools/base/say.mjs";
import type { Part, Publication } from "./publication.mts";
import { contentOf, isPrerelease, type ReleaseFolder } from "./release-folder.mts";

const NAMES = ["pulumi-edge-ingress", "pulumi-edge-ingress-sdk"];

/** Both packages of npm's registry, to which npm is configured. */
export const npmPart = (release: ReleaseFolder): Part => ({
  title: "npm",
  publications: NAMES.map((name) => publicationOf(name, release)),
});

function publicationOf(name: string, release: ReleaseFolder): Publication {
  const file = `${name}-${release.version}.tgz`;
  const id = `${name}@${release.version}`;
  const args = ["publish", join(release.folder, file), ...flagsFor(release)];
  return {
    name: id,
    file,
    digest: `sha512-${hash("sha512", contentOf(release, file), "base64")}`,
    published: () => integrityOf(id),
    command: `npm ${args.join(" ")}`,
    publish: () => must("npm", args, { cwd: release.folder }),
  };
}

/** npm refuses a prerelease without a tag. With the tag "latest", users would install the prerelease. */
function flagsFor(release: ReleaseFolder): string[] {
  const flags = ["--access", "public", "--tag", isPrerelease(release) ? "next" : "latest"];
  // Only a workflow has an identity that the provenance can name.
  return process.env.ACTIONS_ID_TOKEN_REQUEST_URL ? [...flags, "--provenance"] : flags;
}

async function integrityOf(id: string): Promise<string | undefined> {
  const { code, output } = await run(
    "npm",
    ["view", id, "dist.integrity", "--json", "--loglevel=error"],
    {
      capture: true,
    },
  );
  // npm prints nothing if the registry has the package without this version.
  if (code === 0) return output.trim() === "" ? undefined : JSON.parse(output);
  if (/\bE404\b/.test(output)) return undefined;
  throw new Problem(`npm view ${id} failed:\n${output.trim()}`);
}
