import { existsSync, readdirSync } from "node:fs";
import { join, posix } from "node:path";
import { blocksOf, linksOf, plain } from "../../site/stage/markdown.mts";
import { filesBelow, root, textOf } from "./files";

/** Folders that may contain documents. */
const FOLDERS = ["docs", "examples", "bench", "release", "sdk-tests", "site/stage", "tools", "src"];

/** Folders that examples and tests generate. */
const GENERATED = /(^|\/)(sdks|venv|\.\w+)\//;

/** The documents of the repository, by their paths from the root, with `/` on every system. */
export const documents = (): string[] =>
  [...readdirSync(root), ...FOLDERS.flatMap(filesBelow)].filter(
    (path) => path.endsWith(".md") && !GENERATED.test(path),
  );

const pageOf = (document: string): string => textOf(document).replaceAll("\r\n", "\n");

/** A relative link, and its target. */
export interface DocumentLink {
  /** The document and the link, for a message. */
  readonly label: string;
  readonly target: string;
  /** The anchor without `#`; empty if the link has no anchor. */
  readonly anchor: string;
}

/** The relative links of a document outside of code. */
export const documentLinks = (document: string): DocumentLink[] =>
  linksOf(pageOf(document)).map(({ path, anchor }) => ({
    label: `${document}: ${path}${anchor}`,
    target: path === "" ? document : posix.join(posix.dirname(document), path).replace(/\/$/, ""),
    anchor: anchor.slice(1),
  }));

/** True if a link with an anchor leads to a heading. Links to other files than documents have no anchor. */
export const leadsToHeading = ({ target, anchor }: DocumentLink): boolean =>
  anchor === "" ||
  (target.endsWith(".md") && existsSync(join(root, target)) && anchorsOf(target).includes(anchor));

/** The anchors that GitHub, npm and the site give to the headings of a document. */
function anchorsOf(document: string): string[] {
  const slugs = blocksOf(pageOf(document))
    .filter(({ language }) => language === undefined)
    .flatMap(({ text }) =>
      [...text.matchAll(/^#+ (.*)$/gm)].map(([, title = ""]) => slugOf(title)),
    );
  return slugs.map((slug, index) => {
    const earlier = slugs.slice(0, index).filter((other) => other === slug).length;
    return earlier === 0 ? slug : `${slug}-${earlier}`;
  });
}

const slugOf = (title: string): string =>
  plain(title)
    .trim()
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}_ -]/gu, "")
    .replaceAll(" ", "-");
