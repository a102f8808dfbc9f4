import needTable from "../../../build/conformance/points/needs.js";
import openPoints from "../../../build/conformance/points/open.js";
import type { Group, Point } from "../../../build/conformance/points/point.js";
import point from "../../../build/conformance/points/point.js";
import statedPoints from "../../../build/conformance/points/stated.js";
import { table } from "../../base/markdown-table.mts";
import type { Part } from "./documents.mts";

const open = Object.values(openPoints.openTable);
const stated = Object.values(statedPoints.statedTable);

const nameOf = (group: Group): string => group.toLowerCase().replaceAll(" ", "-");

/** The tables of what the API reference leaves open, and of the rules that the provider relies on. */
export const conformanceParts: readonly Part[] = [
  ...point.groups.map((group) => ({
    file: "docs/unspecified.md",
    name: nameOf(group),
    text: () => openTable(group),
  })),
  { file: "docs/guides/conformance.md", name: "stated", text: statedTable },
];

function openTable(group: Group): string {
  const rows = open
    .filter((row) => row.group === group)
    .map((row) => [row.reference, row.provider, observationOf(row)]);
  return table(["The reference does not show", "The provider", "`edge-ingress conformance`"], rows);
}

function observationOf({ needs, unobservable }: Point): string {
  if (unobservable !== undefined) return `no: ${unobservable}`;
  return needs === undefined ? "observes it" : `with ${needTable.needs[needs].text}`;
}

function statedTable(): string {
  const rows = stated.map((row) => [
    row.reference,
    row.provider,
    row.isReliedOn ? "fails" : "reports it",
  ]);
  return table(["The reference states", "The provider", "If the service differs, the run"], rows);
}
