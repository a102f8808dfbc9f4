import { Problem } from "../../tools/base/say.mjs";
import type { Publisher } from "../../tools/build/publisher.mts";
import { type Part, sha256 } from "./publication.mts";
import { contentOf, fileLike, type ReleaseFolder } from "./release-folder.mts";

/**
 * The package, in the source of publisher.json. Sources add a signature to a package, so no digest can be compared: a version that the
 * source has is skipped. `dotnet nuget push` is not used, because it takes the key only from an argument, which every process can
 * read.
 */
export function nugetPart(release: ReleaseFolder, { nugetSource }: Publisher): Part {
  if (nugetSource === null) throw new Problem("publisher.json names no nugetSource.");
  const file = fileLike(release, /\.nupkg$/);
  const content = contentOf(release, file);
  return {
    title: "NuGet",
    publications: [
      {
        name: file,
        file,
        digest: sha256(content),
        published: async () => undefined,
        command: `PUT ${file} to the address of PackagePublish in ${nugetSource}`,
        publish: async () => push(content, await addressIn(nugetSource)),
      },
    ],
  };
}

interface ServiceIndex {
  resources: { "@id": string; "@type": string }[];
}

/** The address to which packages are published, from the service index of a source. */
async function addressIn(source: string): Promise<string> {
  const response = await fetch(source);
  if (!response.ok) throw new Problem(`${source} responds with ${response.status}.`);
  const { resources } = (await response.json()) as ServiceIndex;
  const found = resources.find((resource) => resource["@type"] === "PackagePublish/2.0.0");
  if (!found) throw new Problem(`${source} names no address for publishing packages.`);
  return found["@id"];
}

const CONFLICT = 409;

/** Publishes a package, unless the source has the version. */
async function push(content: Buffer, address: string): Promise<void> {
  const key = process.env.NUGET_API_KEY;
  if (!key)
    throw new Problem("NUGET_API_KEY is not set: add the secret to the environment release.");
  const body = new FormData();
  body.append("package", new Blob([new Uint8Array(content)]), "package.nupkg");
  const response = await fetch(address, {
    method: "PUT",
    headers: { "X-NuGet-ApiKey": key },
    body,
  });
  if (!response.ok && response.status !== CONFLICT)
    throw new Problem(`PUT ${address} failed with ${response.status}: ${await response.text()}`);
}
