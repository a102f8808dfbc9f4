import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { GitHubServer } from "./github-server.mts";
import { type NpmRegistry, startNpmRegistry } from "./npm-registry.mts";
import { type PythonIndex, startPythonIndex } from "./python-index.mts";
import { installRegistries } from "./registry-software.mts";
import type { ReleaseClone } from "./release-clone.mts";

/** The registries of a rehearsal, all on this computer. Go's is the repository. */
export interface Registries {
  npm: NpmRegistry;
  python: PythonIndex;
  github: GitHubServer;
  maven: string; // the address of a folder
}

/** Starts the registries. The caller stops them, also those that were started before another failed. */
export async function startRegistries(
  folder: string,
  clone: ReleaseClone,
  defer: (stop: () => Promise<void>) => void,
): Promise<Registries> {
  const { verdaccio, pypiServer } = await installRegistries();
  const npm = await startNpmRegistry(join(folder, "npm"), verdaccio);
  defer(npm.stop);
  const python = await startPythonIndex(join(folder, "python"), pypiServer);
  defer(python.stop);
  const github = await new GitHubServer(clone.repository).start();
  defer(() => github.stop());
  const maven = join(folder, "maven");
  await mkdir(maven);
  return { npm, python, github, maven: pathToFileURL(maven).href };
}

/** The environment of the commands that publish, in place of the identity and the secrets of a workflow. */
export const publishingEnvironment = (
  { npm, python, github }: Registries,
  clone: ReleaseClone,
): Record<string, string> => ({
  ...npm.publishing,
  ...python.installing,
  ...python.publishing,
  ...clone.workflowEnvironment,
  GITHUB_API_URL: github.url,
});
