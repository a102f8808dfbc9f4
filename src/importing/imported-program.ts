import { type AccountObject, displayName, objectKey, type SkippedObject } from "../account/account";
import { isMembers, type Value } from "../codegen/program";
import { type DeclarationContext, type Declared, declareObject } from "./declaration";
import { nameObjects } from "./naming";
import { type ObjectArguments, objectArguments } from "./object-arguments";
import type { LanguageFeatures, ProgramOptions } from "./options";
import { divideIntoFiles } from "./program-files";
import { Settings } from "./settings";
import { Texts } from "./texts";

/** What is to be written and imported. */
export type ImportedProgram = ReturnType<typeof importedProgram>;

/** Plans a program that declares objects as they are. Sends and writes nothing. */
export function importedProgram(objects: readonly AccountObject[], options: ProgramOptions) {
  const stated = objects.flatMap((object) => objectArguments(object) ?? []);
  const possible = stated.filter(({ problem }) => problem === undefined);
  const named = possible.map(({ object }) => object);
  const { names, notes: renamed } = nameObjects(named, options);
  const settings = new Settings(options);
  const texts = new Texts(options);
  const declared = declareAll(possible, { ...options, names, settings, texts });
  return {
    declared,
    parts: divideIntoFiles(declared, options),
    /** Long values, which the program reads. */
    values: texts.all,
    settings: settings.all,
    /** Names of a document that objects do not have, with the reasons. */
    renamed,
    /** Names of the settings for ids, by keys such as `backend bkd_1`. */
    idNames: settings.idNames,
    /** What cannot be declared. */
    skipped: stated.flatMap(({ object: { definition, id }, problem }): SkippedObject[] =>
      problem === undefined
        ? []
        : [{ type: definition.type, id, reason: `cannot be declared: ${problem}` }],
    ),
    /** What cannot be declared as a whole, with the reasons. */
    notes: [
      ...possible.flatMap(notesOn),
      ...declared.flatMap(({ object, resource }) =>
        notesOn({ object, left: lossesIn(resource.args, options.whyNotExpressible) }),
      ),
    ],
  };
}

/** Declares objects, each after those that it refers to; gives the declarations in the order of the objects. */
function declareAll(
  stated: readonly ObjectArguments[],
  context: Omit<DeclarationContext, "declarationOf">,
): Declared[] {
  const open = new Map(stated.map((each) => [objectKey(each.object), each]));
  const declared = new Map<string, Declared>();
  const declarationOf = (key: string): Declared | undefined => {
    const next = open.get(key);
    if (!next) return declared.get(key);
    open.delete(key);
    const made = declareObject(next, { ...context, declarationOf });
    declared.set(key, made);
    return made;
  };
  return stated.flatMap(({ object }) => declarationOf(objectKey(object)) ?? []);
}

/** What is left of an object, with its name. */
const notesOn = ({ object, left }: Pick<ObjectArguments, "object" | "left">): string[] =>
  left.map(
    (reason) => `${object.definition.type} ${displayName(object)} (${object.id}): ${reason}`,
  );

/** What a program cannot state of a value: paths with reasons. */
function lossesIn(
  value: Value,
  lossOf: LanguageFeatures["whyNotExpressible"],
  path = "",
): string[] {
  if (Array.isArray(value))
    return value.flatMap((item, index) => lossesIn(item, lossOf, `${path}[${index}]`));
  if (!isMembers(value)) return [];
  return Object.entries(value).flatMap(([name, member]) => {
    const place = path === "" ? name : `${path}.${name}`;
    const reason = lossOf?.(name, member);
    return reason === undefined ? lossesIn(member, lossOf, place) : [`${place} ${reason}`];
  });
}
