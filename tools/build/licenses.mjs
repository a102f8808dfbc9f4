import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

const NO_TEXT = "The package contains no text of its licence.";

/**
 * The licenses of the packages that a bundle contains. A text that several packages share is written once, below their names.
 * @param {readonly string[]} modules their files
 */
export function licensesOf(modules) {
  const folders = new Set(
    modules.flatMap(
      (file) => /^.*[/\\]node_modules[/\\](?:@[^/\\]+[/\\])?[^/\\]+/.exec(file) ?? [],
    ),
  );
  const packagesByText = Map.groupBy([...folders].sort(), textOf);
  return [...packagesByText]
    .map(
      ([text, packages]) =>
        `${[...new Set(packages.map(titleOf))].join("\n")}\n\n${text || NO_TEXT}\n`,
    )
    .join("\n");
}

/** @param {string} folder of a package */
function titleOf(folder) {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  return `${name} ${version} (${license})`;
}

/** @param {string} folder of a package */
const textOf = (folder) =>
  readdirSync(folder)
    .filter((file) => /^(licen[cs]e|notice)/i.test(file))
    .map((file) => readFileSync(join(folder, file), "utf8").trim())
    .join("\n\n");
