import {
  isResource,
  type Named,
  type Program,
  programLeaves,
  type Resource,
  type Symbols,
  TextFile,
} from "./program";

/** What identifiers a language has. */
export interface Identifiers {
  /** A variable for what has one, unless that name is taken. */
  readonly form: (of: Named) => string;
  /** Names that no variable has. */
  readonly reserved: readonly string[];
}

/** The identifiers of a file: what is taken, or reserved in the language, is the name of no variable. */
export function chooseSymbols(
  program: Program,
  language: Identifiers,
  taken: Iterable<string> = [],
): Symbols {
  const { config, resources, tables = [] } = program;
  const scope = new Scope([...language.reserved, ...taken]);
  const variables = new Map<Named | TextFile, string>();
  const add = (all: readonly Named[], to: Scope) => {
    for (const each of all) variables.set(each, to.add(...wantedFor(each, language)));
  };
  add([...config, ...resources], scope);
  // A table does not see the columns of another table.
  for (const { columns, secrets } of tables)
    add(secrets ? [secrets, ...columns] : columns, scope.inner());
  return { variables, embedded: [] };
}

/** The texts that a program reads from files, each once. */
export const textFilesIn = (program: Program): TextFile[] => [
  ...new Set(programLeaves(program).filter((each) => each instanceof TextFile)),
];

/** Identifiers in use. */
export class Scope {
  private readonly used: Set<string>;

  constructor(reserved: Iterable<string>) {
    this.used = new Set(reserved);
  }

  get names(): ReadonlySet<string> {
    return this.used;
  }

  /** Uses the first of the names that is free, else the first with a number. */
  add(first: string, ...others: readonly string[]): string {
    const isUsed = (name: string) => this.used.has(name);
    const name = [first, ...others].find((each) => !isUsed(each)) ?? findFreeName(first, isUsed);
    this.used.add(name);
    return name;
  }

  /** A scope that sees these identifiers, and whose own ones no other scope sees. */
  inner(): Scope {
    return new Scope(this.used);
  }
}

/** The variables that something should have, the best first: a resource also has the noun of its type. */
function wantedFor(of: Named, { form }: Identifiers): [string, ...string[]] {
  if (!isResource(of)) return [form(of)];
  const { variable, ...resource } = of;
  const longer: Resource = {
    ...resource,
    name: `${variable ?? of.name}-${shortTypeName(of.type)}`,
  };
  return [form(of), form(longer)];
}

/** What people call a resource of a type: an `AgentIngress` is an ingress. */
export const shortTypeName = (type: string): string =>
  (/[A-Z][a-z\d]+$|[A-Z]+[a-z\d]*$/.exec(type)?.[0] ?? type).toLowerCase();

/** A name that is free: the wanted name, else the name with the first number that is free. */
export function findFreeName(
  wanted: string,
  isTaken: (name: string) => boolean,
  joint = "",
): string {
  let name = wanted;
  for (let number = 2; isTaken(name); number += 1) name = `${wanted}${joint}${number}`;
  return name;
}
