import {
  isResource,
  type Named,
  type Program,
  programLeaves,
  type Resource,
  type Symbols,
  TextFile,
} from "./program";

/** The rules of a language for identifiers. */
export interface Identifiers {
  /** The preferred variable of a declaration. */
  readonly variableFor: (declaration: Named) => string;
  /** Names that a program cannot use for a variable. */
  readonly reserved: readonly string[];
}

/**
 * Chooses a variable for each setting, resource and column of a file, other than the taken names
 * and the reserved names of the language.
 */
export function chooseSymbols(
  program: Program,
  language: Identifiers,
  taken: Iterable<string> = [],
): Symbols {
  const { config, resources, tables = [] } = program;
  const scope = new Scope([...language.reserved, ...taken]);
  const variables = new Map<Named | TextFile, string>();
  const addAll = (declarations: readonly Named[], target: Scope) => {
    for (const declaration of declarations)
      variables.set(declaration, target.add(...preferredVariables(declaration, language)));
  };
  addAll([...config, ...resources], scope);
  // Each table has a scope of its own, so that two tables may have equal columns.
  for (const { columns, secrets } of tables)
    addAll(secrets ? [secrets, ...columns] : columns, scope.inner());
  return { variables, embedded: [] };
}

/** The text files that a program reads, without duplicates. */
export const findTextFiles = (program: Program): TextFile[] => [
  ...new Set(programLeaves(program).filter((leaf) => leaf instanceof TextFile)),
];

/** The identifiers that a scope of a program uses. */
export class Scope {
  private readonly used: Set<string>;

  constructor(reserved: Iterable<string>) {
    this.used = new Set(reserved);
  }

  get names(): ReadonlySet<string> {
    return this.used;
  }

  /** Adds the first name that is free, else `first` with a number, and returns the added name. */
  add(first: string, ...alternatives: readonly string[]): string {
    const isUsed = (name: string) => this.used.has(name);
    const free = [first, ...alternatives].find((name) => !isUsed(name));
    const name = free ?? findFreeName(first, isUsed);
    this.used.add(name);
    return name;
  }

  /** Creates a scope inside this scope. */
  inner(): Scope {
    return new Scope(this.used);
  }
}

/**
 * The variables of a declaration in order of preference. The second variable of a resource contains
 * a word of its type.
 */
function preferredVariables(
  declaration: Named,
  { variableFor }: Identifiers,
): [string, ...string[]] {
  if (!isResource(declaration)) return [variableFor(declaration)];
  const { variable, ...resource } = declaration;
  const name = `${variable ?? declaration.name}-${shortTypeName(declaration.type)}`;
  const withType: Resource = { ...resource, name };
  return [variableFor(declaration), variableFor(withType)];
}

/** The last word of a type: `ingress` for `AgentIngress`. */
export const shortTypeName = (type: string): string =>
  (/[A-Z][a-z\d]+$|[A-Z]+[a-z\d]*$/.exec(type)?.[0] ?? type).toLowerCase();

/** Finds a free name: the preferred name, else the preferred name with the first number that is free. */
export function findFreeName(
  preferred: string,
  isTaken: (name: string) => boolean,
  separator = "",
): string {
  let name = preferred;
  for (let number = 2; isTaken(name); number += 1) name = `${preferred}${separator}${number}`;
  return name;
}
