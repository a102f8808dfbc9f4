import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { create } from "tar";
import own from "../../package.json";
import type { Lock } from "../../tools/base/packages.mjs";
import { root } from "./files";
import { pack } from "./published";
import { json, scriptedServer } from "./server";

/** A version of a package. */
interface Release {
  readonly manifest: Readonly<Record<string, unknown>> & { readonly version: string };
  readonly tarball: () => Promise<Buffer>;
}

/**
 * A registry with the packages of the clone, and with the built package in its published form, so that an installation
 * depends neither on a network nor on today's releases.
 * @param folder The folder in which the built package is packed.
 */
export async function registry(folder: string) {
  const releases = await installedReleases();
  const { path } = await pack(folder);
  releases.set(own.name, [{ manifest: own, tarball: () => readFile(path) }]);
  return scriptedServer(async ({ url, headers }, response) => {
    const [name = "", file] = decodeURIComponent(url.slice(1)).split("/-/");
    const ofPackage = releases.get(name) ?? [];
    if (file === undefined && ofPackage.length > 0) {
      return json(response, 200, documentOf(name, ofPackage, `http://${headers.host}`));
    }
    const release = ofPackage.find(({ manifest }) => fileOf(name, manifest.version) === file);
    if (release) response.end(await release.tarball());
    else response.writeHead(404).end();
  });
}

const fileOf = (name: string, version: string): string => `${basename(name)}-${version}.tgz`;

/** Returns the document of a package in npm's registry API. */
function documentOf(name: string, releases: readonly Release[], address: string): object {
  const versions = releases.map(({ manifest }) => {
    const tarball = `${address}/${name}/-/${fileOf(name, manifest.version)}`;
    return [manifest.version, { ...manifest, dist: { tarball } }] as const;
  });
  return {
    name,
    "dist-tags": { latest: versions[0]?.[0] },
    versions: Object.fromEntries(versions),
  };
}

/** The packages of the clone, by name. Packages for other systems are only in its lock file, and have no tarball. */
async function installedReleases(): Promise<Map<string, Release[]>> {
  const { packages } = await readJson<Lock>(join(root, "package-lock.json"));
  const found = new Map<string, Release[]>();
  for (const [path, { version = "", link, optional, ...entry }] of Object.entries(packages)) {
    if (link || !path.startsWith("node_modules/")) continue;
    const name = path.split("node_modules/").at(-1) ?? "";
    const folder = join(root, path);
    const file = join(folder, "package.json");
    // A package of a workspace is installed only by the command that needs it.
    if (!existsSync(file) && !optional) continue;
    const manifest = existsSync(file) ? await readJson<object>(file) : { name, ...entry };
    const release = { manifest: { ...manifest, version }, tarball: () => tarballOf(folder) };
    const others = (found.get(name) ?? []).filter(
      (published) => published.manifest.version !== version,
    );
    found.set(name, [...others, release]);
  }
  return found;
}

/** Packs an installed package, without the packages in its folder. */
async function tarballOf(folder: string): Promise<Buffer> {
  const filter = (path: string) => !path.startsWith("./node_modules");
  const options = { cwd: folder, gzip: { level: 1 }, portable: true, prefix: "package", filter };
  const chunks: Buffer[] = [];
  for await (const chunk of create(options, ["."])) chunks.push(chunk);
  return Buffer.concat(chunks);
}

const readJson = async <T>(path: string): Promise<T> => JSON.parse(await readFile(path, "utf8"));
