import { edgeWithoutModulesNote, objectKey, skippedText } from "../../account/account";
import { unlistedNote } from "../../account/ids/named-objects";
import { uncapitalized } from "../../core/schema/case";
import { importCommand, NOT_IMPORTED } from "../../importing/project-files";
import { configPath } from "../../importing/settings";
import { count, jsonReport, printable } from "../../insight/report/text";
import { writeOutput } from "../input";
import { filesToWrite, readPackages } from "./folder";
import type { ImportFlags } from "./job";
import { stackLines } from "./other-stacks";
import type { PlannedJob } from "./plan";
import type { CompletedJob } from "./steps";

/** Prints what was done in each project; gives the exit code. */
export function printResults(
  jobs: readonly CompletedJob[],
  { json, split, report }: ImportFlags,
): number {
  const results = jobs.map(resultOf);
  const document = jsonReport(1, split ? { parts: results } : { ...results[0] });
  console.log(json ? document : results.flatMap(inText).map(printable).join("\n"));
  if (report !== undefined) writeOutput(report, `${document}\n`);
  return jobs.some(isBad) ? 1 : 0;
}

const isBad = (job: CompletedJob): boolean =>
  problemsOf(job).length > 0 ||
  job.proof?.isUnchanged === false ||
  (job.written !== undefined &&
    (job.journal.isBeside || job.lines.length > 0) &&
    job.plan.declared.length > 0);

/** The result for programs. */
function resultOf(job: CompletedJob) {
  const { folder, stack, part, plan, files, others, lines, managed, imported, written, proof } =
    job;
  return {
    ...(part !== undefined && { part }),
    stack: stack?.name,
    objects: plan.declared.map(
      ({ object: { id }, resource: { type, name }, missing: missingSecrets }) => {
        return { type, name, id, missingSecrets };
      },
    ),
    skipped: skippedIn(job),
    leftOut: job.leftOut.map((each) => {
      return {
        type: each.definition.type,
        id: each.id,
        stack: job.elsewhere.managers.get(objectKey(each)),
      };
    }),
    files: written ?? filesToWrite(folder.folder, [...others, ...files]).map(({ path }) => path),
    isDryRun: written === undefined,
    imported,
    managed,
    preview: proof,
    notes: notesOf(job),
    lines,
    commands: commandsOf(job),
  };
}

function inText(result: ReturnType<typeof resultOf>): string[] {
  const {
    part,
    stack,
    objects,
    files,
    isDryRun,
    imported,
    managed,
    preview,
    notes,
    lines,
    commands,
  } = result;
  const [wrote, importedText] = isDryRun ? ["would write", "would import"] : ["wrote", "imported"];
  return [
    ...(part === undefined ? [] : ["", `${part}:`]),
    ...files.map((path) => `${wrote} ${path}`),
    ...(isDryRun
      ? objects.map(({ type, name, id }) => `would declare ${type} ${name} (${id})`)
      : []),
    ...(managed > 0
      ? [`${count(managed, "object")} managed by the stack already: left alone`]
      : []),
    ...(stack === undefined
      ? []
      : [`${importedText} ${count(imported, "object")} into stack ${stack}`]),
    ...(objects.length === 0 ? ["nothing new to import"] : []),
    ...(preview ? proofLines(preview) : []),
    ...notes.map((note) => `note: ${note}`),
    ...section(`Add to the program${deadlineOf(imported)}:`, lines),
    ...section("Next:", commands),
  ];
}

/** The first changes say enough. */
const FEW = 10;

function proofLines({
  isUnchanged,
  reason,
  changes = [],
}: NonNullable<CompletedJob["proof"]>): string[] {
  if (isUnchanged) return ["`pulumi preview` shows no change"];
  const lines = changes.slice(0, FEW).map((line) => `  ${line}`);
  if (changes.length > FEW) lines.push(`  and ${changes.length - FEW} more`);
  return [`look at \`pulumi preview\` before the next \`pulumi up\`: ${reason}`, ...lines];
}

const section = (title: string, lines: readonly string[]): string[] =>
  lines.length === 0 ? [] : ["", title, ...lines.map((line) => `  ${line}`)];

/** The state may have what the program does not declare yet. */
const deadlineOf = (imported: number): string =>
  imported > 0
    ? " before the next `pulumi up`, which deletes what the program does not declare"
    : "";

const GO_WITH_ROUTES =
  "the import cannot record that a module is deleted with its route: `pulumi up` records it, and changes nothing else. A " +
  "`pulumi destroy` before that may delete a module first, and the route serves without it until it is deleted too";

/** Tells whether this run has imported modules of declared routes as resources. */
const hasNewModules = ({ stack, imported, plan }: CompletedJob): boolean =>
  stack !== undefined && imported > 0 && plan.declared.some(({ route }) => route !== undefined);

/** More objects in a stack are worth a division. */
const MANY = 500;

function notesOf(job: CompletedJob): string[] {
  const {
    named,
    account,
    earlier,
    isFirst,
    plan,
    journal,
    part,
    language,
    elsewhere,
    leftOut,
    shared,
  } = job;
  const number = plan.declared.length;
  const notes = [...problemsOf(job), ...plan.renamed, ...goneOf(job)];
  notes.push(
    ...stackLines(leftOut, elsewhere, (stack) => `left out, because stack ${stack} manages them`),
  );
  notes.push(
    ...stackLines(shared, elsewhere, (stack) => `stack ${stack} manages these objects, too`),
  );
  if (isFirst)
    notes.push(...elsewhere.notes, ...account.edgesWithoutModules.map(edgeWithoutModulesNote));
  if (job.stack === undefined && number > 0) notes.push(uncapitalized(NOT_IMPORTED));
  if (hasNewModules(job)) notes.push(GO_WITH_ROUTES);
  if (earlier)
    notes.push("finished what an earlier run began: run the command again for what is new since");
  if (isFirst) notes.push(...unlistedNote(named));
  if (number > MANY && part === undefined)
    notes.push(
      `${number} objects are in one stack: each change of an object then takes longer than in a small stack; --split divides ` +
        "the account into several stacks",
    );
  if (journal.isBeside && language === "yaml" && number > 0)
    notes.push(
      `a program in YAML is one file: move what the new file contains into it${deadlineOf(job.imported)}`,
    );
  return notes;
}

const problemsOf = (job: PlannedJob): string[] =>
  [skippedIn(job).map(skippedText), job.plan.notes, job.absent, job.changed].flat();

const skippedIn = ({ unreadable, plan }: PlannedJob) => [...unreadable, ...plan.skipped];

/** What an earlier run has declared, and the service does not have any more. */
function goneOf(job: CompletedJob): string[] {
  const { earlier, plan } = job;
  const skipped = skippedIn(job).map(({ type, id }) => `${type} ${id}`);
  const found = new Set([...plan.declared.map(({ object }) => objectKey(object)), ...skipped]);
  const gone = Object.entries(earlier?.names ?? {}).filter(([key]) => !found.has(key));
  return gone.map(
    ([key, name]) => `${name} (${key}) is not in the account any more: remove it from the program`,
  );
}

const API_KEY = "edge-ingress:apiKey";

/** The commands that install what the program needs. A project that was there has its SDK already. */
function installing({ folder, language, layout }: CompletedJob): readonly string[] {
  if (language === "typescript") return readPackages(folder.folder).commands;
  return folder.isProject ? [] : layout.commands;
}

function commandsOf(job: CompletedJob): string[] {
  const { stack, flags, plan, layout, config, settings } = job;
  if (plan.declared.length === 0) return [];
  if (stack === undefined) return [...installing(job), importCommand(layout)];
  const option = ` --stack ${flags.stack}`;
  // The import has set all others. The ids of edges and backends have values, so that only secrets can lack them.
  const secrets = plan.settings.filter(({ value, isSet }) => !isSet && value === undefined);
  const kindOf = ({ member }: (typeof secrets)[number]) =>
    member === undefined ? "--secret" : "--secret --path";
  // The key of another stack, by which the account was read, stays where it is.
  const isOfOther = settings.has(API_KEY) && !config.has(API_KEY);
  const isLacking = plan.declared.some(({ missing }) => missing.length > 0);
  const needsUp = isLacking || hasNewModules(job);
  return [
    ...installing(job),
    ...(isOfOther ? [`pulumi config set --secret ${API_KEY}${option}`] : []),
    ...secrets.map((each) => `pulumi config set ${kindOf(each)} ${configPath(each)}${option}`),
    ...(needsUp ? [`pulumi up${option}`] : []),
  ];
}
