import { keyOf } from "../account/account";
import type { Language } from "../codegen/language";
import {
  isSetting,
  leavesIn,
  linksOf,
  type Program,
  type Symbols,
  type TextFile,
  targetsOf,
} from "../codegen/program";
import { freeName, Scope, symbolsOf, textsIn } from "../codegen/symbols";
import type { Declared } from "./declared";
import { commentOn, filesOf, topicOf } from "./files";
import { hyphenated } from "./naming";
import type { PlanOptions } from "./options";
import { grouped } from "./tables";

/** The part of a program that is one file. */
export interface Part {
  /** Such as `agent-ingresses`. */
  readonly subject: string;
  /** Keys of the objects that the part declares. */
  readonly keys: readonly string[];
  readonly program: Program;
}

/**
 * Decides what neither a resource nor a file can decide alone: which resources share a file, what files are called, and every
 * identifier. Whatever a file needs and does not declare would not compile.
 */
export function partsOf(declared: readonly Declared[], options: PlanOptions): Part[] {
  const used = new Set<string>();
  const isTaken = (subject: string) => used.has(subject) || options.isTaken?.(subject) === true;
  const parts = [...filesOf(declared, options)].map(([wanted, all]): Part => {
    const subject = freeSubject(wanted, all, isTaken);
    used.add(subject);
    return {
      subject,
      keys: all.map(({ object }) => keyOf(object)),
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
    declared.map(declared.length === 1 ? ({ resource }) => resource.name : topicOf),
  );
  const [topic = ""] = topics.size === 1 ? topics : [];
  return isTaken(wanted) ? freeName(hyphenated(`${wanted}-${topic}`), isTaken, "-") : wanted;
}

/** The program of a file, without identifiers. */
function programOf(declared: readonly Declared[], { groups, origin }: PlanOptions): Program {
  const resources = dependenciesFirst(declared).map(({ resource }) => resource);
  const comment = origin && { comment: commentOn(declared, origin) };
  const bare = {
    ...comment,
    config: [],
    outputs: [],
    ...(groups ? grouped(resources) : { resources }),
  };
  // The settings that resources refer to, in the order of their first use; a table reads its own.
  const config = [...new Set(targetsOf(leavesIn(bare)))]
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
    for (const link of linksOf(each.resource)) {
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
  parts: readonly Part[],
  syntax: Language,
): Required<Pick<Program, "symbols">>[] {
  const { shared, reserved } = syntax;
  if (!shared) return parts.map(({ program }) => ({ symbols: symbolsOf(program, syntax) }));
  const scope = new Scope([...reserved, ...shared.reserved]);
  const texts = new Map<TextFile, string>();
  const declarations = parts.map(({ subject, program }) => {
    const embedded = textsIn(program).filter((text) => !texts.has(text));
    for (const text of embedded) texts.set(text, scope.add(shared.textOf(text.path)));
    return { functionName: scope.add(shared.functionOf(subject)), embedded };
  });
  return parts.map(({ program }, index) => {
    const { variables } = symbolsOf(program, syntax, scope.names);
    const symbols = {
      embedded: [],
      ...declarations[index],
      variables: new Map([...variables, ...texts]),
    };
    return { symbols: symbols satisfies Symbols };
  });
}
