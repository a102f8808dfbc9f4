import { objectKey } from "../account/account";
import type { Language } from "../codegen/language";
import {
  isSetting,
  type Program,
  programLeaves,
  referencedResources,
  referenceTargets,
  type Symbols,
  type TextFile,
} from "../codegen/program";
import { chooseSymbols, findFreeName, Scope, textFilesIn } from "../codegen/symbols";
import type { Declared } from "./declaration";
import { fileComment, groupIntoFiles, groupKey } from "./files";
import { hyphenated } from "./naming";
import type { ProgramOptions } from "./options";
import { groupIntoTables } from "./tables";

/** The part of a program that is one file. */
export interface ProgramFile {
  /** Such as `agent-ingresses`. */
  readonly stem: string;
  /** Keys of the objects that the part declares. */
  readonly keys: readonly string[];
  readonly program: Program;
}

/**
 * Decides what neither a resource nor a file can decide alone: which resources share a file, what files are called, and every
 * identifier. Whatever a file needs and does not declare would not compile.
 */
export function divideIntoFiles(
  declared: readonly Declared[],
  options: ProgramOptions,
): ProgramFile[] {
  const used = new Set<string>();
  const isTaken = (subject: string) => used.has(subject) || options.isStemTaken?.(subject) === true;
  const parts = [...groupIntoFiles(declared, options)].map(([wanted, all]): ProgramFile => {
    const stem = freeSubject(wanted, all, isTaken);
    used.add(stem);
    return {
      stem,
      keys: all.map(({ object }) => objectKey(object)),
      program: programOf(all, options),
    };
  });
  const symbols = symbolsOfParts(parts, options.syntax);
  return parts.map((part, index) => ({ ...part, program: { ...part.program, ...symbols[index] } }));
}

/** A name for a file: the one that it should have, else what it has in common, else a number. */
function freeSubject(
  wanted: string,
  declared: readonly Declared[],
  isTaken: (subject: string) => boolean,
): string {
  const topics = new Set(
    declared.map(declared.length === 1 ? ({ resource }) => resource.name : groupKey),
  );
  const [topic = ""] = topics.size === 1 ? topics : [];
  return isTaken(wanted) ? findFreeName(hyphenated(`${wanted}-${topic}`), isTaken, "-") : wanted;
}

/** The program of a file, without identifiers. */
function programOf(declared: readonly Declared[], { usesTables, origin }: ProgramOptions): Program {
  const resources = dependenciesFirst(declared).map(({ resource }) => resource);
  const comment = origin && { comment: fileComment(declared, origin) };
  const bare = {
    ...comment,
    config: [],
    outputs: [],
    ...(usesTables ? groupIntoTables(resources) : { resources }),
  };
  // The settings that resources refer to, in the order of their first use; a table reads its own.
  const config = [...new Set(referenceTargets(programLeaves(bare)))]
    .filter(isSetting)
    .filter(({ name }) => name !== "");
  return { ...bare, config };
}

/** In their order, but for what comes before those that refer to it. */
function dependenciesFirst(declared: readonly Declared[]): Declared[] {
  const declarations = new Map(declared.map((each) => [each.resource, each]));
  const ordered = new Set<Declared>();
  const add = (each: Declared) => {
    if (ordered.has(each)) return;
    for (const link of referencedResources(each.resource)) {
      const target = declarations.get(link);
      if (target) add(target);
    }
    ordered.add(each);
  };
  for (const each of declared) add(each);
  return [...ordered];
}

/** The identifiers of each file: those that all files share come first, and no variable of a file hides them. */
function symbolsOfParts(
  parts: readonly ProgramFile[],
  syntax: Language,
): Required<Pick<Program, "symbols">>[] {
  const { shared, reserved } = syntax;
  if (!shared) return parts.map(({ program }) => ({ symbols: chooseSymbols(program, syntax) }));
  const scope = new Scope([...reserved, ...shared.reserved]);
  const texts = new Map<TextFile, string>();
  const declarations = parts.map(({ stem, program }) => {
    const embedded = textFilesIn(program).filter((text) => !texts.has(text));
    for (const text of embedded) texts.set(text, scope.add(shared.textVariable(text.path)));
    return { functionName: scope.add(shared.functionName(stem)), embedded };
  });
  return parts.map(({ program }, index) => {
    const { variables } = chooseSymbols(program, syntax, scope.names);
    const symbols = {
      embedded: [],
      ...declarations[index],
      variables: new Map([...variables, ...texts]),
    };
    return { symbols: symbols satisfies Symbols };
  });
}
