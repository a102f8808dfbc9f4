import { execFileSync } from "node:child_process";
import { matchesGlob } from "node:path";
import { expect, it } from "vitest";
import { parse } from "yaml";
import { workspaces } from "../../package.json";
import { root, textOf } from "../support/files";

/** Tests that Dependabot updates what the manifests of the repository name. */

interface Update {
  readonly "package-ecosystem": string;
  readonly directories: readonly string[];
}

/** The ecosystems of Dependabot, by the paths of their manifests. */
const ECOSYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/(^|\/)package\.json$/, "npm"],
  [/(^|\/)go\.mod$/, "gomod"],
  [/(^|\/)(requirements[^/]*\.txt|pyproject\.toml)$/, "pip"],
  [/(^|\/)pom\.xml$/, "maven"],
  [/(^|\/)([^/]+\.csproj|packages\.config)$/, "nuget"],
  [/(^|\/)Dockerfile$/, "docker"],
  [/^\.github\/workflows\/[^/]+\.ya?ml$/, "github-actions"],
  [/(^|\/)action\.ya?ml$/, "github-actions"],
];

interface Manifest {
  readonly path: string;
  readonly ecosystem: string;
  readonly directory: string;
}

/**
 * The manifests among some files, with their directories as Dependabot names them: workflows and the workspaces of npm belong to
 * the root.
 */
const manifestsAmong = (paths: readonly string[]): Manifest[] =>
  paths.flatMap((path) => {
    const ecosystem = ECOSYSTEMS.find(([pattern]) => pattern.test(path))?.[1];
    const folder = path.replace(/\/?[^/]*$/, "");
    const isOfRoot = folder === ".github/workflows" || workspaces.includes(folder);
    return ecosystem === undefined
      ? []
      : [{ path, ecosystem, directory: `/${isOfRoot ? "" : folder}` }];
  });

/** The manifests that no update has, those that two updates have, and the directories without a manifest. */
function problemsOf(updates: readonly Update[], paths: readonly string[]): string[] {
  const manifests = manifestsAmong(paths);
  const entries = updates.flatMap(({ "package-ecosystem": ecosystem, directories }) =>
    directories.map((directory) => ({ ecosystem, directory })),
  );
  const covers = (entry: (typeof entries)[number], manifest: Manifest) =>
    entry.ecosystem === manifest.ecosystem && matchesGlob(manifest.directory, entry.directory);
  const ofManifests = manifests.flatMap((manifest) => {
    const count = entries.filter((entry) => covers(entry, manifest)).length;
    return count === 1 ? [] : [`${manifest.path}: ${count} entries`];
  });
  const ofEntries = entries
    .filter((entry) => !manifests.some((manifest) => covers(entry, manifest)))
    .map(({ ecosystem, directory }) => `${ecosystem} ${directory}: no manifest`);
  return [...ofManifests, ...ofEntries];
}

it("Dependabot has one entry for each manifest in git, and no entry without a manifest", () => {
  const { updates } = parse(textOf(".github/dependabot.yml")) as { updates: Update[] };
  const options = { cwd: root, encoding: "utf8" } as const;
  const paths = execFileSync("git", ["ls-files"], options).trim().split("\n");
  expect(problemsOf(updates, paths)).toEqual([]);
});

const npm = (...directories: readonly string[]): Update => ({
  "package-ecosystem": "npm",
  directories,
});

it.each<[string, Update[], string[], string[]]>([
  ["a manifest without an entry", [], ["web/package.json"], ["web/package.json: 0 entries"]],
  [
    "a manifest of another ecosystem",
    [npm("/web")],
    ["web/package.json", "web/pom.xml"],
    ["web/pom.xml: 0 entries"],
  ],
  [
    "two entries for a manifest",
    [npm("/a", "/*")],
    ["a/package.json"],
    ["a/package.json: 2 entries"],
  ],
  ["an entry without a manifest", [npm("/", "/b")], ["package.json"], ["npm /b: no manifest"]],
  ["a workspace", [npm("/")], ["package.json", "site/package.json"], []],
  ["a nested manifest", [npm("/a/**")], ["a/b/c/package.json"], []],
  [
    "a manifest below a folder",
    [npm("/a/*")],
    ["a/b/c/package.json"],
    ["a/b/c/package.json: 0 entries", "npm /a/*: no manifest"],
  ],
  [
    "workflows and a composite action",
    [{ "package-ecosystem": "github-actions", directories: ["/", "/.github/actions/*"] }],
    [".github/workflows/ci.yml", ".github/actions/setup/action.yml"],
    [],
  ],
])("the check of Dependabot judges %s", (_case, updates, paths, problems) => {
  expect(problemsOf(updates, paths)).toEqual(problems);
});
