import { existsSync } from "node:fs";
import { dirname } from "node:path";
import type { IdEntry } from "../../account/ids/named-objects";
import type { Language } from "../../importing/project";
import type { TargetStack } from "../stack";
import type { ProjectFolder } from "./folder";
import type { ImportFlags, ImportStart } from "./job";
import { readPackages } from "./packages";

/** The parts of an import that options may contradict. A part is undefined if another check has failed. */
interface Target {
  readonly language: Language;
  readonly folder: ProjectFolder | undefined;
  readonly stack: TargetStack | undefined;
  readonly ids: readonly IdEntry[] | undefined;
}

/** Finds options that contradict the project, its stack, or each other. */
export function* optionProblems({ flags }: ImportStart, target: Target): Generator<string> {
  const { stack, report, yes, dryRun, onlyIds } = flags;
  const { language, folder, ids } = target;
  if (flags.language && flags.language !== language)
    yield `--language ${flags.language}: the project in ${folder?.folder} is in ${language}`;
  yield* formProblems(flags, target);
  if (folder && language === "typescript" && !dryRun) yield* packageProblems(flags, folder);
  if (report !== undefined && !existsSync(dirname(report)))
    yield `--report ${report}: the folder ${dirname(report)} does not exist`;
  if (stack !== undefined && !yes && !dryRun && !process.stdin.isTTY)
    yield "without a terminal, --yes is required to import into a stack";
  if (onlyIds && ids?.length === 0) yield "--only-ids: name a file with --ids, or edges and routes";
}

function* formProblems({ form, stack: name }: ImportFlags, { language, stack }: Target) {
  if (form === "dynamic" && language !== "typescript")
    yield "--form dynamic is for TypeScript alone";
  if (form === "plugin" && stack?.hasDynamic)
    yield `stack ${name} has dynamic resources: use --form dynamic, or set edge-ingress:plugin first`;
  if (form === "dynamic" && stack?.config.get("edge-ingress:plugin") === "true")
    yield `stack ${name} uses the plugin: leave out --form dynamic`;
}

function* packageProblems({ form, stack }: ImportFlags, { folder }: ProjectFolder) {
  const { lacking, commands } = readPackages(folder);
  if (commands.length === 0) return;
  const advice = `run \`${commands.join()}\` in ${folder}, then this command again`;
  if (lacking.length > 0) yield `package.json lacks ${lacking.join(", ")}: ${advice}`;
  // The host of dynamic resources runs in the project, with the packages that are installed there.
  else if (stack !== undefined && form === "dynamic")
    yield `dynamic resources need the packages: ${advice}`;
}
