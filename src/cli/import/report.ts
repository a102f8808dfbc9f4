import { skippedText } from "../../account/account";
import { keyOf } from "../../account/listing";
import { unsearched } from "../../account/named";
import { pathOf, type SettingValue } from "../../importing/settings";
import { count, jsonReport, printable } from "../../insight/report/text";
import { writeOutput } from "../report-command";
import type { ImportFlags } from "./flags";
import type { Ended, Planned } from "./job";
import { installCommands } from "./packages";

/** Prints what was done in each project; gives the exit code. */
export function show(jobs: readonly Ended[], { json, split, report }: ImportFlags): number {
  const result = jsonReport(1, split ? { parts: jobs.map(membersOf) } : membersOf(jobs[0] as Ended));
  console.log(json ? result : jobs.flatMap(inText).map(printable).join("\n"));
  if (report !== undefined) writeOutput(report, `${result}\n`);
  const isBad = (job: Ended) =>
    job.plan.notes.length + job.absent.length + job.changed.length + skippedIn(job).length > 0 ||
    job.proof?.isUnchanged === false ||
    (job.written !== undefined && job.journal.isBeside && job.plan.declared.length > 0);
  return jobs.some(isBad) ? 1 : 0;
}

function inText(job: Ended): string[] {
  const { stack, part, plan, managed, imported, written, proof } = job;
  const to = stack ? ` into stack ${stack.name}` : "";
  const files = written ?? plannedFiles(job);
  return [
    ...(part === undefined ? [] : ["", `${part}:`]),
    ...files.map((path) => `${written ? "wrote" : "would write"} ${path}`),
    ...(written
      ? []
      : plan.declared.map(({ object, resource }) => `would declare ${resource.type} ${resource.name} (${object.id})`)),
    ...(managed.length > 0 ? [`${count(managed.length, "object")} managed by the stack already: left alone`] : []),
    ...(stack ? [`${written ? "imported" : "would import"} ${count(imported, "object")}${to}`] : []),
    ...(plan.declared.length === 0 ? ["nothing new to import"] : []),
    ...(proof?.isUnchanged ? ["`pulumi preview` shows no change"] : []),
    ...(proof?.isUnchanged === false
      ? [`look at \`pulumi preview\` before the next \`pulumi up\`: ${proof.reason}`, ...someOf(proof.changes ?? [])]
      : []),
    ...notesOf(job).map((note) => `note: ${note}`),
    ...section(`Add to the program${deadlineOf(job)}:`, loadLines(job)),
    ...section("Next:", commandsOf(job)),
  ];
}

/** Lines of a list of which the first say enough. */
const someOf = (lines: readonly string[]): string[] => [
  ...lines.slice(0, FEW).map((line) => `  ${line}`),
  ...(lines.length > FEW ? [`  and ${lines.length - FEW} more`] : []),
];

const FEW = 10;

/** More objects in a stack are worth a division. */
const MANY = 500;

/** The state may have what the program does not declare yet. */
const deadlineOf = ({ imported }: Ended): string =>
  imported > 0 ? " before the next `pulumi up`, which deletes what the program does not declare" : "";

const section = (title: string, lines: readonly string[]): string[] =>
  lines.length === 0 ? [] : ["", title, ...lines.map((line) => `  ${line}`)];

const plannedFiles = ({ files, others }: Planned): string[] => [...others, ...files].map(({ path }) => path);

function notesOf(job: Ended): string[] {
  const { absent, named, earlier, isFirst, plan, journal } = job;
  const isYamlBeside = journal.isBeside && job.language === "yaml" && plan.declared.length > 0;
  return [
    ...skippedIn(job).map(skippedText),
    ...plan.notes,
    ...absent,
    ...job.changed,
    ...goneOf(job),
    ...(earlier ? ["finished what an earlier run began: run the command again for what is new since"] : []),
    ...(isFirst ? unsearched(named) : []),
    ...(plan.declared.length > MANY && job.part === undefined
      ? [
          `${plan.declared.length} objects are many for one stack: --split divides them, so that each operation takes less time`,
        ]
      : []),
    ...(isYamlBeside
      ? [`a program in YAML is one file: move what the new file contains into it${deadlineOf(job)}`]
      : []),
  ];
}

const skippedIn = ({ unreadable, plan }: Planned) => [...unreadable, ...plan.skipped];

/** What an earlier run has declared, and the service does not have any more. */
function goneOf(job: Ended): string[] {
  const { earlier, plan } = job;
  const skipped = skippedIn(job).map(({ type, id }) => `${type} ${id}`);
  const found = new Set([...plan.declared.map(({ object }) => keyOf(object)), ...skipped]);
  const gone = Object.entries(earlier?.names ?? {}).filter(([key]) => !found.has(key));
  return gone.map(([key, name]) => `${name} (${key}) is not in the account any more: remove it from the program`);
}

const loadLines = ({ layout, files, journal }: Ended): string[] => (journal.isBeside ? layout.loadLines(files) : []);

/** The commands that the user has to run. */
function commandsOf({ folder, stack, flags, plan, layout, language }: Ended): string[] {
  if (plan.declared.length === 0) return [];
  const option = flags.stack === undefined ? "" : ` --stack ${flags.stack}`;
  const isLeft = ({ value, isSet }: (typeof plan.settings)[number]) =>
    !isSet && (stack === undefined || value === undefined);
  const left = plan.settings.filter(isLeft);
  const secrets = left.filter(({ setting }) => setting.isSecret);
  const pathOption = ({ member }: SettingValue) => (member === undefined ? "" : " --path");
  return [
    ...(language === "typescript" ? installCommands(folder.folder) : folder.isProject ? [] : layout.commands),
    ...left.flatMap(({ setting, value }) =>
      setting.isSecret ? [] : [`pulumi config set ${setting.name} ${value}${option}`],
    ),
    ...secrets.map((each) => `pulumi config set --secret${pathOption(each)} ${pathOf(each)}${option}`),
    ...(stack && plan.declared.some(({ missing }) => missing.length > 0) ? [`pulumi up${option}`] : []),
  ];
}

function membersOf(job: Ended): object {
  const { stack, part, plan, managed, imported, written, proof } = job;
  return {
    ...(part !== undefined && { part }),
    stack: stack?.name,
    objects: plan.declared.map(({ object, resource, missing }) => ({
      type: resource.type,
      name: resource.name,
      id: object.id,
      missingSecrets: missing,
    })),
    skipped: skippedIn(job),
    files: written ?? plannedFiles(job),
    isDryRun: written === undefined,
    imported,
    managed: managed.length,
    preview: proof,
    notes: notesOf(job),
    lines: loadLines(job),
    commands: commandsOf(job),
  };
}
