import type { Finding, RuleDescription } from "../insight/report/finding";
import { junitReport } from "../insight/report/junit";
import { sarifReport, type Tool } from "../insight/report/sarif";
import { columns } from "../insight/report/table";
import { count, jsonReport, printable, tally } from "../insight/report/text";
import { type Listed, type ListedState, states } from "./listing";

/** A list, or a part of it, with what a reader has to know of it. */
export type List = Readonly<
  Record<"all" | "shown", readonly Listed[]> & { notes: readonly string[] }
>;

const HEAD = ["KIND", "NAME", "ID", "EDGE", "AGE", "CERTIFICATE", "STATE", "MANAGED BY"];
const LIMITS = [36, 40, 64, 36, 8, 18, 10, 40];

/** A table for people, with what the whole list contains in one line below it. */
export function listTable({ all, shown }: List, now: Date): string {
  const rows = shown.map(
    ({ kind, name, id, edge = "", createdAt, certificate = "", state, managedBy }) =>
      [kind, name, id, edge, age(createdAt, now), certificate, state, managedBy.join(", ")].map(
        printable,
      ),
  );
  const { managed, unmanaged, missing, undeclared } = tally(states, all, ({ state }) => state);
  const parts = [`${managed} managed`, `${unmanaged} unmanaged`];
  if (missing > 0) parts.push(`${missing} missing`);
  if (undeclared > 0) parts.push(count(undeclared, "undeclared module"));
  const total = `${count(all.length - undeclared, "object")}: ${parts.join(", ")}.`;
  return [
    ...(rows.length === 0 ? [] : [...columns([HEAD, ...rows], LIMITS).flat(), ""]),
    total,
  ].join("\n");
}

export const listJson = ({ shown, notes }: List): string =>
  jsonReport(1, { objects: shown, notes });

/** What is wrong with an object in a state, in the words of a rule. */
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

function findingOf({ kind, name, id, managedBy, state }: Listed): Finding | undefined {
  const rule = rules[state];
  if (!rule) return undefined;
  const stack = managedBy.join(", ");
  const object = `${kind} ${id}`;
  const resource = `${kind} ${name}`;
  const message = `${resource} (${[id, stack].filter((each) => each !== "").join("; ")}): ${rule.title}`;
  const place = {
    project: "",
    stack,
    subject: name,
    object,
    urn: object,
    argument: name,
    resource,
  };
  return { rule, ...place, message, effect: message, parts: [] };
}

/** For code scanning. */
export const listSarif = ({ shown }: List, tool: Tool): string =>
  sarifReport(tool, Object.values(rules), {
    findings: shown.flatMap((each) => findingOf(each) ?? []),
    ignored: [],
  });

/** For pipelines: a test case for each object. */
export function listJunit({ shown }: List): string {
  const cases = shown.map((each) => {
    const { message } = findingOf(each) ?? {};
    const failed =
      message === undefined
        ? {}
        : { failed: { element: "failure", message, lines: [message] } as const };
    return {
      name: `${each.kind} ${each.name} (${each.id})`,
      suite: "edge-ingress list",
      ...failed,
    };
  });
  return junitReport(cases);
}

const UNITS = { d: 86_400_000, h: 3_600_000, min: 60_000 };

function age(createdAt: string | undefined, now: Date): string {
  const ms = now.getTime() - Date.parse(createdAt ?? "");
  if (Number.isNaN(ms)) return "";
  const [unit, size] = Object.entries(UNITS).find(([, each]) => ms >= each) ?? ["s", 1_000];
  return `${Math.max(0, Math.floor(ms / size))} ${unit}`;
}
