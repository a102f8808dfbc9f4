import type { AccountObject, Skipped } from "../account/account";
import { displayName } from "../account/listing";
import type { Resource } from "../codegen/program";
import { httpsEdgeRoute } from "../core/definitions/https-edge-route";
import { type Declared, declare } from "./declared";
import { type LossOf, lossesOf } from "./losses";
import { type Names, namesFor } from "./naming";
import { type SettingOptions, Settings, type SettingValue } from "./settings";
import { type Stated, statedOf } from "./stated";
import { type Origin, type Part, partsOf } from "./subjects";
import { Texts } from "./texts";

/** How objects become a program. */
export interface PlanOptions extends SettingOptions {
  /** Whether modules take the route itself: in TypeScript alone. */
  readonly takesRoute: boolean;
  /** Whether equal resources become a table and a loop, in a language that has loops. */
  readonly groups: boolean;
  /** Whether the language writes an object as JSON without a difference. */
  readonly hasJson: boolean;
  /** Where the objects are from, for comments. Default: no comments. */
  readonly origin?: Origin;
  /** Subjects of the files in which an earlier run has declared objects, by their keys. */
  readonly files?: ReadonlyMap<string, string>;
  /** What the language cannot state. Default: nothing. */
  readonly lossOf?: LossOf;
  /** Names that objects should have, by their keys or ids. Default: none. */
  readonly wished?: Names;
  /** Whether Pulumi refuses to delete the resources. Default: no. */
  readonly protects?: boolean;
  /** Names that are not free. */
  readonly taken: Iterable<string>;
}

/** What is to be written and imported. */
export interface Plan {
  readonly declared: readonly Declared[];
  readonly parts: readonly Part[];
  /** Long values, which the program reads. */
  readonly values: Texts["all"];
  readonly settings: readonly SettingValue[];
  /** Names of the settings for ids, by keys such as `backend bkd_1`. */
  readonly idNames: Names;
  /** What cannot be declared. */
  readonly skipped: readonly Skipped[];
  /** What cannot be declared as a whole, with the reasons. */
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
    { wished: new Map(), ...options },
  );
  const settings = new Settings(options);
  const texts = new Texts(options.hasJson);
  const routes = new Map<string, Resource>();
  const declared = possible.map((each) => {
    const made = declare(each.object, each.stated, {
      names,
      settings,
      texts,
      routes,
      takesRoute: options.takesRoute,
      protects: options.protects === true,
    });
    if (each.object.definition === httpsEdgeRoute) routes.set(each.object.id, made.resource);
    return made;
  });
  const skipped = stated.flatMap(({ object: { definition, id }, stated: { problem } }) =>
    problem === undefined ? [] : [{ type: definition.type, id, reason: `cannot be declared: ${problem}` }],
  );
  const notes = [...possible.flatMap(notesOn), ...declared.flatMap((each) => lossNotes(each, options))];
  return {
    declared,
    parts: partsOf(declared, options),
    values: texts.all,
    settings: settings.all,
    idNames: settings.idNames,
    skipped,
    notes,
  };
}

const notesOn = ({ object, stated: { left } }: { readonly object: AccountObject; readonly stated: Stated }): string[] =>
  left.map((reason) => `${titleOf(object)}: a module is left out: ${reason}`);

const lossNotes = ({ object, resource }: Declared, { lossOf = () => undefined }: PlanOptions): string[] =>
  lossesOf(resource.args, lossOf).map((loss) => `${titleOf(object)}: ${loss}`);

const titleOf = (object: AccountObject): string => `${object.definition.type} ${displayName(object)} (${object.id})`;
