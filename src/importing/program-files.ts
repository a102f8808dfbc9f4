import { objectKey } from "../account/account";
import type { ProgramIdentifiers, SharedScope } from "../codegen/language";
import {
  isSetting,
  type Program,
  programLeaves,
  type Resource,
  referencedResources,
  referenceTargets,
  type Setting,
  type Symbols,
  type TextFile,
} from "../codegen/program";
import { chooseSymbols, findFreeName, findTextFiles, Scope } from "../codegen/symbols";
import type { Declared } from "./declaration";
import { fileComment, groupIntoFiles, groupKey } from "./files";
import { hyphenated } from "./naming";
import type { ProgramOptions } from "./options";
import { groupIntoTables } from "./tables";

/** A file of a program. */
export interface ProgramFile {
  /** The name of the file without its extension, such as `agent-ingresses`. */
  readonly stem: string;
  /** Keys of the objects that the file declares. */
  readonly keys: readonly string[];
  readonly program: Program;
}

/**
 * Divides a program into files. Decides what a resource or a file alone cannot decide: the names of files, and all identifiers.
 */
export function divideIntoFiles(
  declared: readonly Declared[],
  options: ProgramOptions,
): ProgramFile[] {
  const used = new Set<string>();
  const isTaken = (stem: string) => used.has(stem) || options.isStemTaken?.(stem) === true;
  const files: ProgramFile[] = [];
  for (const [preferred, objects] of groupIntoFiles(declared, options)) {
    const stem = freeStem(preferred, objects, isTaken);
    used.add(stem);
    const keys = objects.map(({ object }) => objectKey(object));
    files.push({ stem, keys, program: createProgram(objects, options) });
  }
  return withSymbols(files, options.syntax);
}

/**
 * Finds a free name for a file: the preferred name, else the name with the common group of its
 * objects, else with a number.
 */
function freeStem(
  preferred: string,
  declared: readonly Declared[],
  isTaken: (stem: string) => boolean,
): string {
  if (!isTaken(preferred)) return preferred;
  return findFreeName(hyphenated(`${preferred}-${commonName(declared)}`), isTaken, "-");
}

/** The name of the only object, else the common group of all objects; empty if there is none. */
function commonName(declared: readonly Declared[]): string {
  const [first, ...others] = declared;
  if (!first) return "";
  if (others.length === 0) return first.resource.name;
  const group = groupKey(first);
  return others.every((declaration) => groupKey(declaration) === group) ? group : "";
}

/** The program of a file, without identifiers. */
function createProgram(declared: readonly Declared[], options: ProgramOptions): Program {
  const { usesTables, origin } = options;
  const resources = dependenciesFirst(declared).map(({ resource }) => resource);
  const declarations = usesTables ? groupIntoTables(resources) : { resources };
  const program = { config: [], outputs: [], ...declarations };
  const config = referencedSettings(program);
  return { ...program, config, ...(origin && { comment: fileComment(declared, origin) }) };
}

/**
 * The settings that resources refer to, in the order of their first use. A setting without a name
 * belongs to a table.
 */
const referencedSettings = (program: Program): Setting[] =>
  [...new Set(referenceTargets(programLeaves(program)))]
    .filter(isSetting)
    .filter(({ name }) => name !== "");

/** Moves a declaration behind its dependencies, and keeps the order otherwise. */
function dependenciesFirst(declared: readonly Declared[]): Declared[] {
  const declarations = new Map<Resource, Declared>(
    declared.map((declaration) => [declaration.resource, declaration]),
  );
  const sorted = new Set<Declared>();
  const add = (declaration: Declared) => {
    if (sorted.has(declaration)) return;
    for (const resource of referencedResources(declaration.resource)) {
      const dependency = declarations.get(resource);
      if (dependency) add(dependency);
    }
    sorted.add(declaration);
  };
  for (const declaration of declared) add(declaration);
  return [...sorted];
}

/** Chooses the identifiers of all files. */
function withSymbols(files: readonly ProgramFile[], language: ProgramIdentifiers): ProgramFile[] {
  const { shared } = language;
  if (shared) return withSharedScope(files, language, shared);
  return files.map((file) => withFileSymbols(file, chooseSymbols(file.program, language)));
}

/**
 * Chooses the identifiers of files that share a scope: in Go, the files of a package share their functions and embedded texts. These are
 * named first, for all files, so that a variable of a file never hides them.
 */
function withSharedScope(
  files: readonly ProgramFile[],
  language: ProgramIdentifiers,
  shared: SharedScope,
): ProgramFile[] {
  const scope = new Scope([...language.reserved, ...shared.reserved]);
  const textVariables = new Map<TextFile, string>();
  const declarations = files.map(({ stem, program }) => {
    const embedded = findTextFiles(program).filter((text) => !textVariables.has(text));
    for (const text of embedded) textVariables.set(text, scope.add(shared.textVariable(text.path)));
    return { functionName: scope.add(shared.functionName(stem)), embedded };
  });
  return files.map((file, index) => {
    const { variables } = chooseSymbols(file.program, language, scope.names);
    const symbols: Symbols = {
      embedded: [],
      ...declarations[index],
      variables: new Map([...variables, ...textVariables]),
    };
    return withFileSymbols(file, symbols);
  });
}

const withFileSymbols = (file: ProgramFile, symbols: Symbols): ProgramFile => ({
  ...file,
  program: { ...file.program, symbols },
});
