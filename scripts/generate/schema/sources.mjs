import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { root } from "../../lib/project.mjs";

/**
 * A source file as a tree of its syntax. A program with types would take seconds.
 * @param {string} name relative to `src`, with slashes
 * @param {string} text
 */
export const parse = (name, text) => ts.createSourceFile(name, text, ts.ScriptTarget.Latest, true);

/**
 * @param {string} folder of `src`
 * @returns {ts.SourceFile[]} the files in it and below
 */
export const sourcesIn = (folder) =>
  readdirSync(join(root, "src", folder), { withFileTypes: true })
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const name = `${folder}/${entry.name}`;
      if (entry.isDirectory()) return sourcesIn(name);
      return entry.name.endsWith(".ts") ? [source(name)] : [];
    });

/** @param {string} name relative to `src`, with slashes */
export const source = (name) => parse(name, readFileSync(join(root, "src", name), "utf8"));
