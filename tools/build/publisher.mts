import { readJson } from "../base/project.mjs";

/** Settings that only a publisher knows: `publisher.json`. */
export interface Publisher {
  publisher: string;
  isPublished: boolean; // in the registries, from the first release on
  repository: string | null; // on GitHub, as OWNER/NAME
  homepage: string | null;
  pluginDownloadURL: string | null; // default: the releases of the repository
  logoUrl: string | null; // of a PNG, 100 by 100
  nugetSource: string | null; // to which the SDK for .NET is published
  mavenRepository: string | null; // to which the SDK for Java is published
}

export const readPublisher = () => readJson("publisher.json") as Publisher;

/** The web address of the repository. */
export const repositoryUrl = ({ repository }: Pick<Publisher, "repository">) =>
  repository === null ? null : `https://github.com/${repository}`;

/** The address from which the Pulumi CLI downloads the archives of the plugin. */
export const pluginDownloadUrl = ({ repository, pluginDownloadURL }: Publisher) =>
  pluginDownloadURL ?? (repository === null ? null : `github://api.github.com/${repository}`);

/** The links of the package's page on npm. With `repository`, npm also resolves the relative links of the README. */
export function npmAddresses({ repository, homepage }: Pick<Publisher, "repository" | "homepage">) {
  const url = repositoryUrl({ repository });
  if (url === null) return homepage === null ? {} : { homepage };
  return {
    homepage: homepage ?? `${url}#readme`,
    repository: { type: "git", url: `git+${url}.git` },
    bugs: { url: `${url}/issues` },
  };
}

/**
 * The member of the npm package by which Pulumi finds the plugin of a program, and downloads it. Without an address, Pulumi would look
 * for the plugin among those of Pulumi.
 */
export function pulumiMember(publisher: Publisher, version: string) {
  const server = pluginDownloadUrl(publisher);
  return server === null
    ? {}
    : { pulumi: { resource: true, name: "edge-ingress", version, server } };
}
