import { hash } from "node:crypto";
import { join } from "node:path";
import { isAtLeast } from "../../tools/base/packages.mjs";
import { must, run } from "../../tools/base/run.mjs";
import { Problem } from "../../tools/base/say.mjs";
import type { Part, Publication } from "./publication.mts";
import { contentOf, type ReleaseFolder } from "./release-folder.mts";

const NAMES = ["pulumi-edge-ingress", "pulumi-edge-ingress-sdk"];

/** Both packages of npm's registry, to which npm is configured. */
export const npmPart = (release: ReleaseFolder): Part => ({
  title: "npm",
  publications: NAMES.map((name) => publicationOf(name, release)),
});

function publicationOf(name: string, release: ReleaseFolder): Publication {
  const file = `${name}-${release.version}.tgz`;
  const id = `${name}@${release.version}`;
  const tarball = join(release.folder, file);
  return {
    name: id,
    file,
    digest: `sha512-${hash("sha512", contentOf(release, file), "base64")}`,
    published: () => integrityOf(id),
    command: `npm ${argsOf(tarball, tagFor(release.version, undefined)).join(" ")}`,
    publish: async () => {
      const tag = tagFor(release.version, await latestOf(name));
      await must("npm", argsOf(tarball, tag), { cwd: release.folder });
    },
  };
}

/**
 * The tag of a version. By the tag `latest`, users install a package without naming a version, so neither a prerelease nor a patch of an
 * older line gets it.
 * @param latest the version that has the tag `latest`
 */
export function tagFor(version: string, latest: string | undefined): string {
  if (version.includes("-")) return "next";
  if (latest === undefined || isAtLeast(version, latest)) return "latest";
  return `release-${version.split(".").slice(0, 2).join(".")}`;
}

function argsOf(tarball: string, tag: string): string[] {
  const args = ["publish", tarball, "--access", "public", "--tag", tag];
  // Only a workflow has an identity that the provenance can name.
  return process.env.ACTIONS_ID_TOKEN_REQUEST_URL ? [...args, "--provenance"] : args;
}

const integrityOf = (id: string) => view(id, "dist.integrity");

const latestOf = (name: string) => view(name, "dist-tags.latest");

/** A member of a package or of a version in the registry; undefined if the registry lacks it. */
async function view(id: string, member: string): Promise<string | undefined> {
  const args = ["view", id, member, "--json", "--loglevel=error"];
  const { code, output } = await run("npm", args, { capture: true });
  // npm prints nothing if the registry has the package without this version.
  if (code === 0) return output.trim() === "" ? undefined : JSON.parse(output);
  if (/\bE404\b/.test(output)) return undefined;
  throw new Problem(`npm view ${id} failed:\n${output.trim()}`);
}
