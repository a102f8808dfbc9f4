import { mkdirSync, writeFileSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { COMMAND } from "../workspace";
import { REPOSITORY } from "./github-server";

/* A checkout of a repository with a Pulumi project, in which the steps of a job run. */

const EXECUTABLE = { mode: 0o755 };

/** Installs the command of the built package in a folder, as `npm ci` does. */
export function installCommand(folder: string): void {
  const binaries = join(folder, "node_modules/.bin");
  mkdirSync(binaries, { recursive: true });
  const script = `#!/bin/sh\nexec "${process.execPath}" "${COMMAND}" "$@"\n`;
  writeFileSync(join(binaries, "edge-ingress"), script, EXECUTABLE);
}

const NPX = `#!/bin/sh
[ "$1 $2" = "--no edge-ingress" ] || { echo "npx: unexpected arguments $*" >&2; exit 9; }
shift 2
folder=$PWD
until [ -x "$folder/node_modules/.bin/edge-ingress" ]; do
  [ "$folder" != / ] || { echo "npx canceled due to missing packages" >&2; exit 1; }
  folder=$(dirname "$folder")
done
exec "$folder/node_modules/.bin/edge-ingress" "$@"
`;

/**
 * Creates a folder with an `npx` that finds the command as npm's `npx` does, without the second that npm takes. A test runs the
 * Action with npm's.
 */
export function quickNpx(folder: string): string {
  const tools = join(folder, "tools");
  mkdirSync(tools, { recursive: true });
  writeFileSync(join(tools, "npx"), NPX, EXECUTABLE);
  return tools;
}

/** Links the packages of the project, unless the folder has packages. */
const NPM = `#!/bin/sh
[ -e node_modules ] || ln -s "$MODULES" node_modules
`;

/** Creates a folder with {@link quickNpx}, and with an `npm` and a `curl` that install nothing from a network. */
export function quickTools(folder: string): string {
  const tools = quickNpx(folder);
  writeFileSync(join(tools, "npm"), NPM, EXECUTABLE);
  writeFileSync(join(tools, "curl"), "#!/bin/sh\n", EXECUTABLE);
  return tools;
}

/** Writes a file into a folder, and creates the folders on the way. */
export function write(folder: string, name: string, content: string): void {
  mkdirSync(dirname(join(folder, name)), { recursive: true });
  writeFileSync(join(folder, name), content);
}

/** The variables of every step, of which none is a secret. */
export const plainEnvironment = (home: string, tools = ""): Record<string, string> => ({
  PATH: [tools, dirname(process.execPath), process.env.PATH ?? ""]
    .filter((path) => path !== "")
    .join(delimiter),
  HOME: home,
  TMPDIR: home,
  // npx asks a registry for newer versions of npm, unless it is switched off.
  npm_config_update_notifier: "false",
  npm_config_cache: join(home, "npm"),
});

/** The variables by which GitHub describes a run for a pull request. */
export const githubVariables = (
  url: string,
  more: Readonly<Record<string, string>> = {},
): Record<string, string> => ({
  GITHUB_API_URL: url,
  GITHUB_REPOSITORY: REPOSITORY,
  GITHUB_ACTOR: "alice",
  GITHUB_EVENT_NAME: "pull_request",
  GITHUB_SHA: "merge-of-c1",
  GITHUB_REF: "refs/pull/7/merge",
  ...more,
});

/** The event of a pull request. */
export const pullRequestEvent = (sha = "c1", from = REPOSITORY) => ({
  pull_request: { number: 7, head: { sha, repo: { full_name: from } } },
});
