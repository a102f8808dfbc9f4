import { isResource, type Program, type Resource, type Setting } from "./program";

/** What a language names a setting or a resource. */
export type Form = (of: Setting | Resource) => string;

/** A form of the variables that a program's author would choose, else of the names. */
export const formOf =
  (form: (text: string) => string): Form =>
  (of) =>
    form(isResource(of) ? (of.variable ?? of.name) : of.name);

/** The variables of a program: each has a name of its own. */
export type Variables = (of: Setting | Resource) => string;

/** Names the settings and resources of a program; a name that is taken, or means something else, gets a number. */
export function variablesOf({ config, resources }: Program, form: Form, taken: Iterable<string>): Variables {
  const names = new Map<Setting | Resource, string>();
  const others = new Set(taken);
  for (const each of [...config, ...resources]) {
    const name = freeName(form(each), others);
    others.add(name);
    names.set(each, name);
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
