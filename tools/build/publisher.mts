import { readJson } from "../base/project.mjs";

/** What only a publisher knows: `publisher.json`. */
export interface Publisher {
  publisher: string;
  repository: string | null; // on GitHub, as OWNER/NAME
  homepage: string | null;
  pluginDownloadURL: string | null; // default: the releases of the repository
  logoUrl: string | null; // of a PNG, 100 by 100
  nugetSource: string | null; // to which the SDK for .NET is published
  mavenRepository: string | null; // to which the SDK for Java is published
}

export const readPublisher = () => readJson("publisher.json") as Publisher;

/** The address at which a browser finds the repository. */
export const repositoryUrl = ({ repository }: Pick<Publisher, "repository">) =>
  repository === null ? null : `https://github.com/${repository}`;

/** Where the Pulumi CLI looks for the archives of the plugin. */
export const pluginDownloadUrl = ({ repository, pluginDownloadURL }: Publisher) =>
  pluginDownloadURL ?? (repository === null ? null : `github://api.github.com/${repository}`);

/** What npm's page of the package links to. By `repository`, npm also resolves the README's relative links. */
export function npmAddresses({ repository, homepage }: Pick<Publisher, "repository" | "homepage">) {
  const url = repositoryUrl({ repository });
  if (url === null) return homepage === null ? {} : { homepage };
  return {
    homepage: homepage ?? `${url}#readme`,
    repository: { type: "git", url: `git+${url}.git` },
    bugs: { url: `${url}/issues` },
  };
}
