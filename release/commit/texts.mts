import { Problem } from "../../tools/base/say.mjs";

/** Changes of texts in the commits before and after a release. */

const UNRELEASED = "## [Unreleased]";

/** The changelog of a release: what was unreleased belongs to the version. */
export function datedChangelog(changelog: string, version: string, date: string): string {
  if (!changelog.includes(`${UNRELEASED}\n`))
    throw new Problem(
      `CHANGELOG.md has no section ${UNRELEASED.slice(3)} to release as ${version}.`,
    );
  return changelog.replace(UNRELEASED, `## [${version}] - ${date}`);
}

/** The changelog after a release, with an empty section for the next version. */
export const reopenedChangelog = (changelog: string): string =>
  changelog.includes(`${UNRELEASED}\n`)
    ? changelog
    : changelog.replace(/^## \[/m, `${UNRELEASED}\n\n$&`);

/** The upgrade notes after a release, with a section for the next version. */
export const reopenedUpgradeNotes = (notes: string, released: string, next: string): string =>
  notes.replace(/^## From /m, `## From ${released} to ${next}\n\nPrograms need no change.\n\n$&`);

/** The table of released versions, with the commit from which a version was built. */
export const withReleasedVersion = (readme: string, version: string, commit: string): string =>
  readme.replace(/(\n\| \d\S* \| \S+ \|\n)(?!\|)/, `$1| ${version} | ${commit} |\n`);
