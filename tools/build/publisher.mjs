import { readJson } from "../base/project.mjs";

/**
 * What only a publisher knows: `publisher.json`.
 * @typedef {object} Publisher
 * @property {string} publisher
 * @property {string | null} repository on GitHub, as OWNER/NAME
 * @property {string | null} homepage
 * @property {string | null} pluginDownloadURL default: the releases of the repository
 * @property {string | null} logoUrl of a PNG, 100 by 100
 * @property {string | null} nugetSource to which the SDK for .NET is published
 * @property {string | null} mavenRepository to which the SDK for Java is published
 */

export const readPublisher = () => /** @type {Publisher} */ (readJson("publisher.json"));

/**
 * The address at which a browser finds the repository.
 * @param {Pick<Publisher, "repository">} publisher
 */
export const repositoryUrl = ({ repository }) => (repository === null ? null : `https://github.com/${repository}`);

/**
 * Where the Pulumi CLI looks for the archives of the plugin.
 * @param {Pick<Publisher, "repository" | "pluginDownloadURL">} publisher
 */
export const pluginDownloadUrl = ({ repository, pluginDownloadURL }) =>
  pluginDownloadURL ?? (repository === null ? null : `github://api.github.com/${repository}`);

/**
 * What npm's page of the package links to. By `repository`, npm also resolves the README's relative links.
 * @param {Pick<Publisher, "repository" | "homepage">} publisher
 */
export function npmAddresses({ repository, homepage }) {
  const url = repositoryUrl({ repository });
  if (url === null) return homepage === null ? {} : { homepage };
  return {
    homepage: homepage ?? `${url}#readme`,
    repository: { type: "git", url: `git+${url}.git` },
    bugs: { url: `${url}/issues` },
  };
}
