import type { AccountObject } from "../account/account";
import { displayName } from "../account/listing";
import type { Program, Resource } from "../codegen/program";
import { httpsEdgeRoute } from "../core/definitions/https-edge-route";
import { type Declared, declare } from "./declared";
import { type LossOf, lossesOf } from "./losses";
import { type Names, namesFor } from "./naming";
import { Settings, type SettingValue } from "./settings";
import { type Stated, statedOf } from "./stated";
import { subjectsOf } from "./subjects";

/** How objects become a program. */
export interface PlanOptions {
  /** Whether modules take the route itself: in TypeScript alone. */
  readonly takesRoute: boolean;
  /** Whether equal resources become a table and a loop, in a language that has loops. */
  readonly groups: boolean;
  /** What the language cannot state. Default: nothing. */
  readonly lossOf?: LossOf;
  /** Names that objects have already. */
  readonly known: Names;
  /** Names that are not free. */
  readonly taken: Iterable<string>;
  /** What the stack's config has, by names without a namespace. */
  readonly configured: ReadonlyMap<string, string>;
}

/** The part of a program that is one file. */
export interface Part {
  /** Such as `agent-ingresses`. */
  readonly subject: string;
  readonly program: Program;
}

/** What is to be written and imported. */
export interface Plan {
  readonly declared: readonly Declared[];
  readonly parts: readonly Part[];
  readonly settings: readonly SettingValue[];
  /** What cannot be declared, or not as a whole, with the reasons. */
  readonly notes: readonly string[];
}

/** Plans a program that declares objects as they are. Sends and writes nothing. */
export function planOf(objects: readonly AccountObject[], options: PlanOptions): Plan {
  const stated = objects
    .map((object) => ({ object, stated: statedOf(object) }))
    .filter(({ stated: { isUnset } }) => !isUnset);
  const possible = stated.filter(({ stated: { problem } }) => problem === undefined);
  const names = namesFor(
    possible.map(({ object }) => object),
    options.known,
    options.taken,
  );
  const settings = new Settings(options.configured);
  const routes = new Map<string, Resource>();
  const declared = possible.map((each) => {
    const made = declare(each.object, each.stated, { names, settings, routes, takesRoute: options.takesRoute });
    if (each.object.definition === httpsEdgeRoute) routes.set(each.object.id, made.resource);
    return made;
  });
  const notes = [...stated.flatMap(notesOn), ...declared.flatMap((each) => lossNotes(each, options))];
  return { declared, parts: subjectsOf(declared, options), settings: settings.all, notes };
}

function notesOn({ object, stated }: { readonly object: AccountObject; readonly stated: Stated }): string[] {
  const title = titleOf(object);
  if (stated.problem !== undefined) return [`${title} cannot be declared: ${stated.problem}`];
  return stated.left.map((reason) => `${title}: a module is left out: ${reason}`);
}

const lossNotes = ({ object, resource }: Declared, { lossOf = () => undefined }: PlanOptions): string[] =>
  lossesOf(resource.args, lossOf).map((loss) => `${titleOf(object)}: ${loss}`);

const titleOf = (object: AccountObject): string => `${object.definition.type} ${displayName(object)} (${object.id})`;
