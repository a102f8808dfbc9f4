import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Account, AccountObject } from "../../account/account";
import { keyOf } from "../../account/listing";
import type { NamedObject } from "../../account/named";
import { reserved } from "../../codegen";
import { packages, type Sdk } from "../../codegen/sdk";
import { isChosen } from "../../importing/choice";
import { divided } from "../../importing/modules";
import { type Part, type Plan, planOf } from "../../importing/plan";
import { type FileText, type Language, type Layout, layouts } from "../../importing/project";
import type { ImportFlags } from "./command";
import { fileExists, type ProjectFolder } from "./folder";
import type { Journal } from "./journal";
import type { TargetStack } from "./stack";

/** All that one import is to do. */
export interface Work {
  readonly plan: Plan;
  readonly layout: Layout;
  readonly journal: Journal;
  /** The program's own files. */
  readonly files: readonly FileText[];
  /** Files of a project that does not exist yet, and what runs the program if nothing else does. */
  readonly others: readonly FileText[];
  /** Objects that the stack manages already. */
  readonly skipped: readonly AccountObject[];
}

/** What an import starts from. */
export interface Given {
  readonly folder: ProjectFolder;
  readonly account: Account;
  /** What was looked for beside the lists. */
  readonly named: readonly NamedObject[];
  readonly stack: TargetStack | undefined;
  /** What an earlier run has left to be done. */
  readonly earlier: Journal | undefined;
  readonly flags: ImportFlags;
  readonly version: string;
  /** The part of a split account. */
  readonly part?: string;
}

/** Plans an import. Writes nothing. */
export function workOf(given: Given): Work {
  const { folder, account, stack, earlier, flags, version } = given;
  const language = languageOf(given);
  const layout = layouts[language];
  const modules = earlier?.modules ?? flags.modules;
  const managed = stack?.managed ?? new Set<string>();
  const isOpen = (object: AccountObject) =>
    earlier ? keyOf(object) in earlier.names : isChosen(object, flags) && !managed.has(keyOf(object));
  const objects = account.objects
    .filter(isOpen)
    .flatMap((each) => divided(each, { style: modules, managed }))
    .filter((each) => (earlier ? keyOf(each) in earlier.names : !managed.has(keyOf(each))));
  if (language === "go" && objects.length > 0 && !earlier && folder.hasProgram(language)) {
    throw new Error(`${folder.folder} has a program in Go, beside which none can be written: name a new folder`);
  }
  const plan = planOf(objects, {
    takesRoute: language === "typescript",
    ...(layout.lossOf && { lossOf: layout.lossOf }),
    known: new Map(Object.entries(earlier?.names ?? {})),
    taken: [...reserved, ...(stack?.names ?? [])],
    configured: ownConfig(given),
  });
  const isBeside = earlier?.isBeside ?? folder.hasProgram(language);
  const parts = withSubjects(plan.parts, given, layout, isBeside);
  const options = { name: folder.name, sdk: sdkOf(), version, isBeside };
  const files = layout.files(parts, options);
  const entry = isBeside ? undefined : layout.entry(files, options);
  const names = plan.declared.map(({ object, resource }) => [keyOf(object), resource.name]);
  return {
    plan,
    layout,
    files,
    others: files.length === 0 ? [] : [...layout.project(options), ...(entry ? [entry] : [])],
    skipped: account.objects.filter((each) => managed.has(keyOf(each))),
    journal: {
      language,
      modules,
      names: Object.fromEntries(names),
      named: given.named,
      files: parts.map(({ subject }) => subject),
      isBeside,
    },
  };
}

function languageOf({ folder, flags, earlier }: Given): Language {
  const known = earlier?.language ?? folder.language;
  if (flags.language && known && flags.language !== known) {
    throw new Error(`--language ${flags.language}: the project in ${folder.folder} is in ${known}`);
  }
  const language = known ?? flags.language ?? "typescript";
  if (flags.form === "dynamic" && language !== "typescript") throw new Error("--form dynamic is for TypeScript alone");
  return language;
}

/**
 * The values of the project's own namespace. An empty one is none: the CLI sets it if it is not given the value any more, because
 * the import was killed.
 */
function ownConfig({ folder, stack }: Given): ReadonlyMap<string, string> {
  const prefix = `${folder.name}:`;
  const own = [...(stack?.config ?? [])].filter(([key, { value }]) => key.startsWith(prefix) && value !== "");
  return new Map(own.map(([key, { value }]) => [key.slice(prefix.length), value]));
}

/** Gives files names that are free; those of an earlier run keep theirs. */
function withSubjects(parts: readonly Part[], { folder, earlier }: Given, layout: Layout, isBeside: boolean): Part[] {
  const used = new Set<string>();
  const isTaken = (subject: string) =>
    used.has(subject) ||
    (!earlier?.files.includes(subject) && fileExists(folder.folder, layout.fileOf(subject, isBeside)));
  return parts.map((part) => {
    let subject = part.subject;
    for (let number = 2; isTaken(subject); number += 1) subject = `${part.subject}-${number}`;
    used.add(subject);
    return { ...part, subject };
  });
}

/** In TypeScript, programs use this package; in other languages, SDKs that are made of its schema. */
function sdkOf(): Sdk {
  const schema = JSON.parse(readFileSync(join(__dirname, "../../fronts/plugin/schema.json"), "utf8")) as Sdk;
  return { ...schema, packages: { ...packages, typescript: "pulumi-edge-ingress" } };
}
