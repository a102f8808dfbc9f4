import { textOf } from "../support/files";
import type { FormName } from "../support/forms";

/** The tables of engine options in docs/modules.md, as data. */

export interface Row {
  /** The heading of the table. */
  readonly group: string;
  readonly use: string;
  /** Cells: requests, and the names of warnings. */
  readonly requests: string;
  readonly warning: string;
}

const page = textOf("docs/modules.md").replaceAll("\r\n", "\n");
const [, section = ""] = /^## What an engine option leaves out\n(.*?)^## /ms.exec(page) ?? [];
const [introduction = "", ...groups] = section.split(/^### /m);

/** The rows of all tables. */
export const documented: readonly Row[] = groups.flatMap((group) => {
  const [heading = "", ...lines] = group.split("\n");
  const [, , ...rows] = lines.filter((line) => line.startsWith("| "));
  return rows.map((line) => {
    const [use = "", requests = "", warning = ""] = line.slice(2, -2).split(" | ");
    return { group: heading, use, requests, warning: warning.trim() };
  });
});

/** The parts of a cell that hold for a form: a part may begin with the form that it is about. */
const partsFor = (cell: string, form: FormName): string[] =>
  cell.split("; ").flatMap((part) => {
    const [, only, text = ""] = /^(?:(dynamic|plugin): )?(.*)$/.exec(part) ?? [];
    return only === undefined || only === form ? [text] : [];
  });

const REQUEST = /`([A-Z]+) (route|module)`(?: of `(given|ids)`| (of the edge|on the new edges))?/g;

/** The requests that a form sends, sorted, and without ids. */
export const requestsOf = ({ requests }: Row, form: FormName): string[] =>
  partsFor(requests, form)
    .flatMap((part) => [...part.matchAll(REQUEST)])
    .flatMap(([, method = "", object = "", route, place]) => {
      if (place === "of the edge") return [`${method} edge/mutual_tls`];
      const suffix = place === "on the new edges" ? "-2" : "";
      const edges = route === undefined ? ["given", "ids"] : [route];
      return edges.map((edge) => `${method} ${edge}${suffix}/${pathOf(method, object)}`);
    })
    .sort();

function pathOf(method: string, object: string): string {
  if (object === "module") return "routes/{id}/oauth";
  return method === "POST" ? "routes" : "routes/{id}";
}

/** The words of each warning, under its name in the page. `…` matches values. */
const warnings = new Map(
  [...introduction.matchAll(/^- \*\*([\w ]+)\*\*: `([^`]+)`/gm)].map(
    ([, name = "", words = ""]) => [name, words],
  ),
);

/** The names of the warnings that a form logs. */
export const warningsOf = ({ warning }: Row, form: FormName): string[] =>
  partsFor(warning, form).filter((name) => name !== "");

/** The names of the warnings that a run has printed. */
export const warningsIn = (text: string): string[] =>
  [...warnings].filter(([, words]) => patternOf(words).test(text)).map(([name]) => name);

const patternOf = (words: string): RegExp =>
  new RegExp(
    words
      .split("…")
      .map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"))
      .join(".*"),
  );
