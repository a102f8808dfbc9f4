// Vitest sorts files by the name of their project, and within a project by their last duration. A new clone, as in CI, has
// no durations: there, Vitest sorts by size, and the longest files are not the largest.
import { BaseSequencer, type TestSpecification } from "vitest/node";

/**
 * The files that take a minute or more, the longest first. The releases are built meanwhile: what needs them does not come at the
 * beginning.
 */
export const LONGEST = [
  "workflows/guides",
  "workflows/promotion",
  "workflows/examples",
  "release/install",
  "site/pages",
  "site/reader",
  "workflows/variations/from-terraform",
  "e2e/engine-options",
  "e2e/review",
  "workflows/variations/account-import",
  "workflows/variations/import-cases",
  "workflows/lifecycle",
  "workflows/ci-examples",
  "workflows/modules",
  "workflows/import-stack",
  "workflows/accounts",
];

/**
 * Starts with the slowest files, so that all processors are busy to the end, which the many short files of `unit`
 * ensure.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]) {
    // In each project, by how long a file took the last time, or by its size.
    const sorted = await super.sort(files);
    // The later a project is in the configuration, the more its tests need, and the longer they take.
    const place = ({ moduleId, project }: TestSpecification) => {
      const found = LONGEST.findIndex((name) => moduleId.endsWith(`/sdk-tests/${name}.test.ts`));
      return found >= 0
        ? found - LONGEST.length
        : this.ctx.projects.length - this.ctx.projects.indexOf(project);
    };
    return sorted.sort((a, b) => place(a) - place(b));
  }
}
