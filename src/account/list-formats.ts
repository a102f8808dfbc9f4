import type { Finding, RuleDescription } from "../insight/report/finding";
import { type JunitCase, junitReport } from "../insight/report/junit";
import { sarifReport, type Tool } from "../insight/report/sarif";
import { columns } from "../insight/report/table";
import { count, jsonReport, printable, tally } from "../insight/report/text";
import { type ListedObject, type ListedState, listedStates } from "./listing";

/** A list with notes for its reader. */
export interface ObjectList {
  readonly all: readonly ListedObject[];
  /** The objects that the options select. */
  readonly selected: readonly ListedObject[];
  readonly notes: readonly string[];
}

const HEAD = ["KIND", "NAME", "ID", "EDGE", "AGE", "CERTIFICATE", "STATE", "MANAGED BY"];
const COLUMN_LIMITS = [36, 40, 64, 36, 8, 18, 10, 40];

/** Formats a table for people. Its last line counts the objects of the whole list. */
export function listTable({ all, selected }: ObjectList, now: Date): string {
  const total = totalLine(all);
  if (selected.length === 0) return total;
  const rows = selected.map((object) => tableRow(object, now).map(printable));
  return [...columns([HEAD, ...rows], COLUMN_LIMITS).flat(), "", total].join("\n");
}

function tableRow(object: ListedObject, now: Date): string[] {
  const { kind, name, id, edge = "", createdAt, certificate = "", state, managedBy } = object;
  return [kind, name, id, edge, age(createdAt, now), certificate, state, managedBy.join(", ")];
}

function totalLine(all: readonly ListedObject[]): string {
  const { managed, unmanaged, missing, undeclared } = tally(
    listedStates,
    all,
    ({ state }) => state,
  );
  const parts = [`${managed} managed`, `${unmanaged} unmanaged`];
  if (missing > 0) parts.push(`${missing} missing`);
  if (undeclared > 0) parts.push(count(undeclared, "undeclared module"));
  return `${count(all.length - undeclared, "object")}: ${parts.join(", ")}.`;
}

const AGE_UNITS = [
  { name: "d", ms: 86_400_000 },
  { name: "h", ms: 3_600_000 },
  { name: "min", ms: 60_000 },
  { name: "s", ms: 1_000 },
];

function age(createdAt: string | undefined, now: Date): string {
  const ageMs = Math.max(0, now.getTime() - Date.parse(createdAt ?? ""));
  const unit = AGE_UNITS.find(({ ms }) => ageMs >= ms) ?? AGE_UNITS.at(-1);
  if (Number.isNaN(ageMs) || !unit) return "";
  return `${Math.floor(ageMs / unit.ms)} ${unit.name}`;
}

export const listJson = ({ selected, notes }: ObjectList): string =>
  jsonReport(1, { objects: selected, notes });

/** The states that are findings. */
const rules: Partial<Record<ListedState, RuleDescription>> = {
  unmanaged: {
    id: "object-unmanaged",
    severity: "medium",
    title: "No stack manages an object",
    why: "No review and no preview shows changes of the object.",
    fix: "Import the object with edge-ingress import, or delete it.",
  },
  missing: {
    id: "object-missing",
    severity: "medium",
    title: "The account does not have an object of a stack",
    why: "The next update that refreshes the state creates the object again.",
    fix: "Find out who has deleted the object, and run pulumi refresh.",
  },
  undeclared: {
    id: "module-undeclared",
    severity: "medium",
    title: "No stack declares a module of an object that a stack manages",
    why: "The module changes who is admitted or what is answered, and no review shows it.",
    fix: "Declare the module in the program, or remove it.",
  },
};

/** Formats SARIF for code scanning. */
export const listSarif = ({ selected }: ObjectList, tool: Tool): string =>
  sarifReport(tool, Object.values(rules), { findings: selected.flatMap(findings), ignored: [] });

/** The finding of an object; empty if its state is not a finding. */
function findings({ kind, name, id, managedBy, state }: ListedObject): Finding[] {
  const rule = rules[state];
  if (!rule) return [];
  const stack = managedBy.join(", ");
  const object = `${kind} ${id}`;
  const resource = `${kind} ${name}`;
  const details = stack === "" ? id : `${id}; ${stack}`;
  const message = `${resource} (${details}): ${rule.title}`;
  const location = {
    project: "",
    stack,
    subject: name,
    object,
    urn: object,
    argument: name,
    isOfWholeResource: true,
    resource,
  };
  return [{ rule, ...location, message, effect: message, parts: [] }];
}

/** Formats JUnit for pipelines, with a test case for each object. */
export const listJunit = ({ selected }: ObjectList): string => junitReport(selected.map(junitCase));

function junitCase(object: ListedObject): JunitCase {
  const [finding] = findings(object);
  const name = `${object.kind} ${object.name} (${object.id})`;
  const suite = "edge-ingress list";
  if (!finding) return { name, suite };
  const { message } = finding;
  return { name, suite, failed: { element: "failure", message, lines: [message] } };
}
