import type { RuleDescription } from "../insight/report/finding";
import { junitReport } from "../insight/report/junit";
import { sarifReport, type Tool } from "../insight/report/sarif";
import { columns } from "../insight/report/table";
import { count, jsonReport, printable } from "../insight/report/text";
import type { Listed, ListedState } from "./listing";

/** A list, or a part of it, with what a reader has to know of it. */
export interface List {
  readonly all: readonly Listed[];
  readonly shown: readonly Listed[];
  readonly notes: readonly string[];
}

const HEAD = ["KIND", "NAME", "ID", "EDGE", "AGE", "CERTIFICATE", "STATE", "MANAGED BY"];
const LIMITS = [36, 40, 64, 36, 8, 18, 10, 40];

/** A table for people, with what the whole list contains in one line below it. */
export function listTable({ all, shown }: List, now: Date): string {
  const rows = shown.map(({ kind, name, id, edge = "", createdAt, certificate = "", state, managedBy }) =>
    [kind, name, id, edge, age(createdAt, now), certificate, state, managedBy.join(", ")].map(printable),
  );
  return [...(rows.length === 0 ? [] : [...columns([HEAD, ...rows], LIMITS).flat(), ""]), totalOf(all)].join("\n");
}

function totalOf(all: readonly Listed[]): string {
  const numberOf = (state: ListedState) => all.filter((each) => each.state === state).length;
  const [missing, undeclared] = [numberOf("missing"), numberOf("undeclared")];
  const parts = [
    `${numberOf("managed")} managed`,
    `${numberOf("unmanaged")} unmanaged`,
    ...(missing > 0 ? [`${missing} missing`] : []),
    ...(undeclared > 0 ? [count(undeclared, "undeclared module")] : []),
  ];
  return `${count(all.length - undeclared, "object")}: ${parts.join(", ")}.`;
}

/** The list for programs. */
export const listJson = ({ shown, notes }: List): string => jsonReport(1, { objects: shown, notes });

const rule = (id: string, title: string, why: string, fix: string): RuleDescription => ({
  ...{ id, severity: "medium", title, why, fix },
});

/** What is wrong with an object of a state, in the words of a rule. */
const rules: Readonly<Record<Exclude<ListedState, "managed">, RuleDescription>> = {
  unmanaged: rule(
    "object-unmanaged",
    "No stack manages an object",
    "No review and no preview shows changes of the object.",
    "Import the object with edge-ingress import, or delete it.",
  ),
  missing: rule(
    "object-missing",
    "The account does not have an object of a stack",
    "The next update that refreshes the state creates the object again.",
    "Find out who has deleted the object, and run pulumi refresh.",
  ),
  undeclared: rule(
    "module-undeclared",
    "No stack declares a module of an object that a stack manages",
    "The module changes who is admitted or what is answered, and no review shows it.",
    "Declare the module in the program, or remove it.",
  ),
};

const messageOf = ({ kind, name, id, managedBy }: Listed, { title }: RuleDescription): string =>
  `${kind} ${name} (${id}${managedBy.length > 0 ? `; ${managedBy.join(", ")}` : ""}): ${title}`;

/** For code scanning. */
export function listSarif({ shown }: List, tool: Tool): string {
  const findings = shown.flatMap((each) => {
    if (each.state === "managed") return [];
    const { kind, name, id, managedBy } = each;
    const [of, message] = [rules[each.state], messageOf(each, rules[each.state])];
    const object = `${kind} ${id}`;
    const place = { project: "", stack: managedBy.join(", "), subject: name, object, urn: object, argument: name };
    return [{ rule: of, ...place, message, effect: message, resource: `${kind} ${name}`, parts: [] }];
  });
  return sarifReport(tool, Object.values(rules), { findings, ignored: [] });
}

/** For pipelines: a test case for each object. */
export const listJunit = ({ shown }: List): string =>
  junitReport(
    shown.map((each) => {
      const problem = each.state === "managed" ? undefined : messageOf(each, rules[each.state]);
      const failure =
        problem === undefined ? {} : { failed: { element: "failure", message: problem, lines: [problem] } as const };
      return { name: `${each.kind} ${each.name} (${each.id})`, suite: "edge-ingress list", ...failure };
    }),
  );

const UNITS = [
  ["d", 86_400_000],
  ["h", 3_600_000],
  ["min", 60_000],
] as const;

function age(createdAt: string | undefined, now: Date): string {
  const ms = createdAt === undefined ? Number.NaN : now.getTime() - Date.parse(createdAt);
  if (Number.isNaN(ms)) return "";
  const [unit, size] = UNITS.find(([, each]) => ms >= each) ?? ["s", 1_000];
  return `${Math.max(0, Math.floor(ms / size))} ${unit}`;
}
