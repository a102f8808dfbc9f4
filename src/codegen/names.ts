import { isResource, isSetting, type Named, type Program } from "./program";

/** What a language names a variable. */
export type Form = (of: Named) => string;

/** A form of the variables that a program's author would choose, else of the names. */
export const formOf =
  (form: (text: string) => string): Form =>
  (of) =>
    form(isResource(of) ? (of.variable ?? of.name) : isSetting(of) && of.members ? `${of.name}-secrets` : of.name);

/** The variables of a program: each has a name of its own. */
export type Variables = (of: Named) => string;

/** Names the settings, resources and columns of a program; a name that is taken, or means something else, gets a number. */
export function variablesOf(
  { config, resources, tables = [] }: Program,
  form: Form,
  taken: Iterable<string>,
): Variables {
  const names = new Map<Named, string>();
  const others = new Set(taken);
  for (const each of [...config, ...resources]) {
    const name = freeName(form(each), others);
    others.add(name);
    names.set(each, name);
  }
  // Tables do not see the columns of each other.
  for (const { columns, secrets } of tables) {
    const used = new Set(others);
    for (const each of secrets ? [secrets, ...columns] : columns) {
      const name = freeName(form(each), used);
      used.add(name);
      names.set(each, name);
    }
  }
  return (of) => {
    const name = names.get(of);
    if (name === undefined) throw new RangeError(`the program does not declare ${of.name}, which it refers to`);
    return name;
  };
}

function freeName(wanted: string, taken: ReadonlySet<string>): string {
  let name = wanted;
  for (let number = 2; taken.has(name); number += 1) name = `${wanted}${number}`;
  return name;
}
