import type { AccountObject, Skipped } from "../account/account";
import { displayName } from "../account/listing";
import { isMembers, type Resource, type Value } from "../codegen/program";
import { httpsEdgeRoute } from "../core/definitions/https-edge-route";
import { type Declared, declare } from "./declared";
import { type Division, type Part, partsOf } from "./files";
import { type Names, namesFor } from "./naming";
import { type SettingOptions, Settings, type SettingValue } from "./settings";
import { type Stated, statedOf } from "./stated";
import { Texts } from "./texts";

/** What programs in a language can have. */
export interface Features {
  readonly hasLoops: boolean;
  /** Whether modules take the route itself: in TypeScript alone. */
  readonly takesRoute: boolean;
  /** Whether programs write an object as JSON without a difference: Go sorts its members, and YAML is built on it. */
  readonly hasJson: boolean;
  /** Whether programs read an object from config in a line: the secrets of a resource. */
  readonly hasObjects: boolean;
  /** Why programs cannot state a member of an object; `undefined` if they can. Default: they can state all. */
  readonly lossOf?: (name: string, value: Value) => string | undefined;
}

/** How objects become a program. */
export interface PlanOptions extends Omit<Features, "hasLoops">, SettingOptions, Division {
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
  const stated = objects.map((object) => ({ object, ...statedOf(object) })).filter(({ isUnset }) => !isUnset);
  const possible = stated.filter(({ problem }) => problem === undefined);
  const named = possible.map(({ object }) => object);
  const names = namesFor(named, { wished: new Map(), ...options });
  const settings = new Settings(options);
  const texts = new Texts(options.hasJson);
  const routes = new Map<string, Resource>();
  const declared = possible.map(({ object, ...each }) => {
    const made = declare(object, each, { ...options, names, settings, texts, routes });
    if (object.definition === httpsEdgeRoute) routes.set(object.id, made.resource);
    return made;
  });
  const losses = declared.map(({ object, resource }) => ({ object, left: lossesIn(resource.args, options.lossOf) }));
  return {
    declared,
    parts: partsOf(declared, options),
    values: texts.all,
    settings: settings.all,
    idNames: settings.idNames,
    skipped: stated.flatMap(({ object: { definition, id }, problem }) =>
      problem === undefined ? [] : [{ type: definition.type, id, reason: `cannot be declared: ${problem}` }],
    ),
    notes: [
      ...possible.flatMap((each) => notesOn(each, "a module is left out: ")),
      ...losses.flatMap((each) => notesOn(each)),
    ],
  };
}

/** What is left of an object, with its name. */
const notesOn = ({ object, left }: Pick<Stated, "left"> & Pick<Declared, "object">, what = ""): string[] =>
  left.map((reason) => `${object.definition.type} ${displayName(object)} (${object.id}): ${what}${reason}`);

/** What a program cannot state of a value: paths with reasons. */
function lossesIn(value: Value, lossOf: Features["lossOf"], path = ""): string[] {
  if (Array.isArray(value)) return value.flatMap((item, index) => lossesIn(item, lossOf, `${path}[${index}]`));
  if (!isMembers(value)) return [];
  return Object.entries(value).flatMap(([name, member]) => {
    const place = path === "" ? name : `${path}.${name}`;
    const reason = lossOf?.(name, member);
    return reason === undefined ? lossesIn(member, lossOf, place) : [`${place} ${reason}`];
  });
}
