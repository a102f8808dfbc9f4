import { readJson } from "../../tools/base/project.mjs";

/** Addresses of the site and of its sources; each is undefined until the package has a publisher. */
export function publisherAddresses(): { site: URL | undefined; repository: string | undefined } {
  const { homepage, repository } = readJson("publisher.json") as Record<string, string | null>;
  return {
    site: homepage ? new URL(homepage) : undefined,
    repository: repository ? `https://github.com/${repository}` : undefined,
  };
}
