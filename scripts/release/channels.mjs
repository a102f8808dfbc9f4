import { basename, join } from "node:path";

/**
 * The files of a release, and where its publisher publishes them.
 * @typedef {object} Release
 * @property {string} folder
 * @property {string} version
 * @property {readonly string[]} files paths
 * @property {import("../lib/publisher.mjs").Publisher} publisher
 */

/**
 * The commands that publish a release to each channel. An argument `$NAME` is the variable of the environment.
 * PyPI has an action of its own in the workflow, which needs no credential.
 */
export const channels = {
  /** @param {Release} release */
  github: ({ version, files, folder }) => [
    ["gh", "release", "create", `v${version}`, "--verify-tag", ...notes(version, folder), ...files],
  ],
  /** @param {Release} release */
  npm: ({ files }) =>
    matching(files, /^pulumi-edge-ingress-.*\.tgz$/).map((file) => [
      ...["npm", "publish", file, "--provenance", "--access", "public"],
    ]),
  /** @param {Release} release */
  nuget: ({ files, publisher: { nugetSource } }) =>
    nugetSource === null
      ? []
      : matching(files, /\.nupkg$/).map((file) => [
          ...["dotnet", "nuget", "push", file, "--source", nugetSource, "--api-key", "$NUGET_API_KEY"],
        ]),
  /** @param {Release} release */
  maven: ({ files, publisher: { mavenRepository } }) =>
    mavenRepository === null
      ? []
      : matching(files, /\.jar$/).map((file) => [
          ...["mvn", "--batch-mode", "deploy:deploy-file", `-Durl=${mavenRepository}`, "-DrepositoryId=release"],
          ...[`-Dfile=${file}`, `-DpomFile=${file.replace(/\.jar$/, ".pom")}`],
        ]),
};

/**
 * @param {string} version
 * @param {string} folder
 */
const notes = (version, folder) => [
  ...["--title", `v${version}`, "--notes-file", join(folder, "RELEASE_NOTES.md")],
  ...(version.includes("-") ? ["--prerelease"] : []),
];

/**
 * @param {readonly string[]} files
 * @param {RegExp} pattern
 */
const matching = (files, pattern) => files.filter((file) => pattern.test(basename(file)));
