import { cpSync, existsSync } from "node:fs";
import { join, posix } from "node:path";
import { Problem } from "../../tools/base/say.mjs";
import { HOME } from "./home.mts";
import { withLinks } from "./markdown.mts";
import type { Page, Site } from "./pages.mts";

/** Below the base: files of the repository that pages link to or show, and that are not pages. */
const FILES = "files";

/** The addresses of pages: of the pages that people read, and of their Markdown, which programs read. */
export type Address = (id: string) => string;

export const pageAddress =
  (base: string): Address =>
  (id) =>
    id === "index" ? base : `${base}${id}/`;

export const markdownAddress =
  (base: string): Address =>
  (id) =>
    `${base}${id}.md`;

/** Leads the links of pages to addresses of the site. */
export class Links {
  readonly #ids: ReadonlyMap<string, string>;
  readonly #root: string;
  readonly #base: string;
  /** The files of the repository that links lead to. */
  readonly #files: Set<string> = new Set();

  /**
   * @param root the repository
   * @param base the path of the site on its host
   */
  constructor({ pages }: Site, root: string, base: string) {
    this.#ids = new Map(pages.map(({ path, id }) => [path, id]));
    this.#root = root;
    this.#base = base;
  }

  /** Returns the text of a page, with its links led to the addresses of pages and to files. */
  resolve(page: Page, text: string, address: Address): string {
    const start = page.from ?? page.path;
    return withLinks(text, (path, anchor) => this.#target(start, path, address) + anchor);
  }

  /** Copies the files that the resolved links lead to into the folder of the base. */
  copyFiles(folder: string): void {
    for (const path of this.#files) cpSync(join(this.#root, path), join(folder, FILES, path));
  }

  #target(document: string, link: string, address: Address): string {
    const path = posix.join(posix.dirname(document), link);
    const id = this.#idOf(path.replace(/\/$/, ""));
    if (id !== undefined) return address(id);
    if (!existsSync(join(this.#root, path)))
      throw new Problem(`A page links to ${path}, which does not exist.`);
    this.#files.add(path);
    return `${this.#base}${FILES}/${path}`;
  }

  /** Returns the page of a path, or of the example that contains the path. */
  #idOf(path: string): string | undefined {
    if (path === HOME.overview) return "index";
    if (this.#ids.has(path)) return this.#ids.get(path);
    return path.startsWith("examples/") ? this.#idOf(posix.dirname(path)) : undefined;
  }
}
