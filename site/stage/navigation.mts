/** A document or a folder, with a shorter name than its title if it needs one. */
type Entry = string | { path: string; label?: string };

/** A section that is not searched is for contributors. */
type Section = { title: string; entries: readonly Entry[]; isOpen?: boolean; isSearched?: boolean };

/**
 * What the site has, in the order of its navigation: every document of the repository belongs to a section. A folder
 * contributes its page and all pages in it, in the order in which its index page links to them.
 */
export const sections: readonly Section[] = [
  {
    title: "Start",
    isOpen: true,
    entries: [
      "docs/quickstart.md",
      "docs/installation-configuration.md",
      "docs/concepts.md",
      "docs/why.md",
      "docs/compatibility.md",
      "docs/faq.md",
    ],
  },
  { title: "Guides", isOpen: true, entries: ["docs/guides"] },
  {
    title: "Commands",
    entries: [
      { path: "docs/review.md", label: "review: review changes" },
      { path: "docs/stack-diff.md", label: "diff: compare stacks" },
      { path: "docs/import.md", label: "import: import an account" },
      { path: "docs/expectations.md", label: "test: test expectations" },
      { path: "docs/map.md", label: "map: draw a map" },
      { path: "docs/emulator.md", label: "emulator: the local server" },
      { path: "docs/policies.md", label: "Policy pack" },
    ],
  },
  {
    title: "Reference",
    entries: [
      "docs/reference",
      "docs/review-rules.md",
      "docs/review-formats.md",
      { path: "docs/resources.md", label: "How resources behave" },
      "docs/modules.md",
      "docs/plugin.md",
      "docs/reliability.md",
      "docs/api.md",
      { path: "docs/fields.md", label: "Fields, and their names in the API" },
    ],
  },
  { title: "Resources", entries: ["docs/reference/resources"] },
  { title: "Functions", entries: ["docs/reference/functions"] },
  { title: "Examples", entries: ["examples"] },
  {
    title: "Help",
    entries: [
      "docs/troubleshooting.md",
      "docs/errors.md",
      "docs/upgrade.md",
      "docs/support.md",
      "SECURITY.md",
      "docs/performance.md",
      "docs/measurements.md",
      "docs/measurements-resources.md",
    ],
  },
  {
    title: "Project",
    isSearched: false,
    entries: [
      "CHANGELOG.md",
      "CONTRIBUTING.md",
      "docs/releasing.md",
      "docs/architecture.md",
      "docs/decisions",
      "docs/unspecified.md",
      "docs/reliability-tests.md",
      "docs/style.md",
      "sdk-tests/README.md",
      "sdk-tests/upgrade/README.md",
      "tools/pulumi/README.md",
      "bench/README.md",
    ],
  },
];

/** The home page is made of parts of these. */
export const HOME = { path: "README.md", overview: "docs/_index.md" };

/** Folders without an index page of their own: theirs lists what they have. */
export const FOLDERS = new Map([
  ["examples", "Examples"],
  ["docs/decisions", "Decisions"],
]);
