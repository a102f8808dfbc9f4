import { Problem } from "../../tools/base/say.mjs";
import type { Publisher } from "../../tools/build/publisher.mts";

/** The repository to which a release belongs, with the variables that a workflow has in its environment. */
export interface Repository {
  name: string; // OWNER/NAME
  api: string;
  server: string;
  token: string | undefined;
}

export function repositoryOf(publisher: Publisher): Repository {
  const { GITHUB_REPOSITORY, GITHUB_API_URL, GITHUB_SERVER_URL, GH_TOKEN } = process.env;
  const name = GITHUB_REPOSITORY ?? publisher.repository;
  if (!name) throw new Problem("Name the repository in publisher.json, or in GITHUB_REPOSITORY.");
  return {
    name,
    api: GITHUB_API_URL ?? "https://api.github.com",
    server: GITHUB_SERVER_URL ?? "https://github.com",
    token: GH_TOKEN,
  };
}
