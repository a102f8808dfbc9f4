import { keyOf } from "../../account/listing";
import { notFound, unsearched } from "../../account/named";
import { SHARED } from "../../importing/split";
import { jsonReport } from "../../insight/report/json";
import { count, printable } from "../../insight/report/text";
import type { ImportFlags } from "./command";
import { installCommands } from "./packages";
import type { Proof } from "./proof";
import type { Given, Work } from "./work";

/** What an import did, or would do. */
export interface Result {
  readonly given: Given;
  readonly work: Work;
  readonly imported: number;
  /** Paths of the files that were written; `undefined` if nothing was to be written. */
  readonly written: readonly string[] | undefined;
  readonly proof?: Proof | undefined;
}

/** Prints what was done in each project; gives the exit code. */
export function show(results: readonly Result[], { json, split }: ImportFlags): number {
  if (json) console.log(jsonReport(1, split ? { parts: results.map(membersOf) } : membersOf(results[0] as Result)));
  else console.log(results.flatMap(inText).map(printable).join("\n"));
  const isBad = ({ work, proof }: Result) => work.plan.notes.length > 0 || proof?.isUnchanged === false;
  return results.some(isBad) ? 1 : 0;
}

function inText(result: Result): string[] {
  const { given, work, imported, written, proof } = result;
  const { plan, skipped } = work;
  const to = given.stack ? ` into stack ${given.stack.name}` : "";
  const files = written ?? plannedFiles(work);
  return [
    ...(given.part === undefined ? [] : ["", `${given.part}:`]),
    ...files.map((path) => `${written ? "wrote" : "would write"} ${path}`),
    ...(written
      ? []
      : plan.declared.map(({ object, resource }) => `would declare ${resource.type} ${resource.name} (${object.id})`)),
    ...(skipped.length > 0 ? [`${count(skipped.length, "object")} managed by the stack already: left alone`] : []),
    ...(given.stack ? [`${written ? "imported" : "would import"} ${count(imported, "object")}${to}`] : []),
    ...(plan.declared.length === 0 ? ["nothing new to import"] : []),
    ...(proof?.isUnchanged ? ["`pulumi preview` shows no change"] : []),
    ...(proof?.isUnchanged === false
      ? [`look at \`pulumi preview\` before the next \`pulumi up\`: ${proof.reason}`, ...someOf(proof.changes ?? [])]
      : []),
    ...notesOf(result).map((note) => `note: ${note}`),
    ...section(`Add to the program${deadlineOf(result)}:`, loadLines(result)),
    ...section("Next:", commandsOf(result)),
  ];
}

/** Lines of a list of which the first say enough. */
const someOf = (lines: readonly string[]): string[] => [
  ...lines.slice(0, FEW).map((line) => `  ${line}`),
  ...(lines.length > FEW ? [`  and ${lines.length - FEW} more`] : []),
];

const FEW = 10;

/** The state may have what the program does not declare yet. */
const deadlineOf = ({ imported }: Result): string =>
  imported > 0 ? " before the next `pulumi up`, which deletes what the program does not declare" : "";

const section = (title: string, lines: readonly string[]): string[] =>
  lines.length === 0 ? [] : ["", title, ...lines.map((line) => `  ${line}`)];

const plannedFiles = ({ files, others }: Work): string[] => [...others, ...files].map(({ path }) => path);

function notesOf(result: Result): string[] {
  const {
    given: { account, named, earlier, part },
    work: { plan, journal },
  } = result;
  const isYamlBeside = journal.isBeside && journal.language === "yaml" && plan.declared.length > 0;
  return [
    ...plan.notes,
    ...notFound(account.missing),
    ...goneOf(result),
    ...(earlier ? ["finished what an earlier run began: run the command again for what is new since"] : []),
    ...(part === undefined || part === SHARED ? unsearched(named) : []),
    ...(isYamlBeside
      ? [`a program in YAML is one file: move what the new file contains into it${deadlineOf(result)}`]
      : []),
  ];
}

/** What an earlier run has declared, and the service does not have any more. */
function goneOf({ given: { earlier }, work: { plan } }: Result): string[] {
  const found = new Set(plan.declared.map(({ object }) => keyOf(object)));
  const gone = Object.entries(earlier?.names ?? {}).filter(([key]) => !found.has(key));
  return gone.map(([key, name]) => `${name} (${key}) is not in the account any more: remove it from the program`);
}

const loadLines = ({ work: { layout, files, journal } }: Result): string[] =>
  journal.isBeside ? layout.loadLines(files) : [];

/** The commands that the user has to run. */
function commandsOf({
  given: { folder, stack, flags },
  work: {
    plan,
    layout,
    journal: { language },
  },
}: Result): string[] {
  if (plan.declared.length === 0) return [];
  const option = flags.stack === undefined ? "" : ` --stack ${flags.stack}`;
  const isLeft = ({ value, isSet }: (typeof plan.settings)[number]) =>
    !isSet && (stack === undefined || value === undefined);
  const left = plan.settings.filter(isLeft);
  const secrets = left.filter(({ setting }) => setting.isSecret);
  return [
    ...(language === "typescript" ? installCommands(folder.folder) : folder.isProject ? [] : layout.commands),
    ...left.flatMap(({ setting, value }) =>
      setting.isSecret ? [] : [`pulumi config set ${setting.name} ${value}${option}`],
    ),
    ...secrets.map(({ setting }) => `pulumi config set --secret ${setting.name}${option}`),
    ...(stack && plan.declared.some(({ missing }) => missing.length > 0) ? [`pulumi up${option}`] : []),
  ];
}

function membersOf(result: Result): object {
  const {
    given: { stack, part },
    work,
    imported,
    written,
    proof,
  } = result;
  return {
    ...(part !== undefined && { part }),
    stack: stack?.name,
    objects: work.plan.declared.map(({ object, resource, missing }) => ({
      type: resource.type,
      name: resource.name,
      id: object.id,
      missingSecrets: missing,
    })),
    files: written ?? plannedFiles(work),
    isDryRun: written === undefined,
    imported,
    managed: work.skipped.length,
    preview: proof,
    notes: notesOf(result),
    lines: loadLines(result),
    commands: commandsOf(result),
  };
}
