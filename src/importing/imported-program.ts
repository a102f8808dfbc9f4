import { type AccountObject, displayName, objectKey, type SkippedObject } from "../account/account";
import { isMembers, type Value } from "../codegen/program";
import { type DeclarationContext, type Declared, declareObject } from "./declaration";
import { type Names, nameObjects } from "./naming";
import { type ObjectArguments, objectArguments } from "./object-arguments";
import type { LanguageFeatures, ProgramOptions } from "./options";
import { divideIntoFiles, type ProgramFile } from "./program-files";
import { Settings, type SettingValue } from "./settings";
import { type TextFileContent, Texts } from "./texts";

/** A program that declares the objects of an account as they are. */
export interface ImportedProgram {
  readonly declared: readonly Declared[];
  readonly parts: readonly ProgramFile[];
  /** Files with long values, which the program reads. */
  readonly values: readonly TextFileContent[];
  readonly settings: readonly SettingValue[];
  /** Notes about objects that have another name in the document than in the program. */
  readonly renamed: readonly string[];
  /** Names of the settings for ids, by keys such as `backend bkd_1`. */
  readonly idNames: Names;
  /** Objects that cannot be declared. */
  readonly skipped: readonly SkippedObject[];
  /** Notes about objects of which the program declares a part. */
  readonly notes: readonly string[];
}

/** Creates the program. Sends no request, and writes no file. */
export function importedProgram(
  objects: readonly AccountObject[],
  options: ProgramOptions,
): ImportedProgram {
  const found = objects.map(objectArguments).filter((args) => args !== undefined);
  const declarable = found.filter(({ problem }) => problem === undefined);
  const { names, notes: renamed } = nameObjects(
    declarable.map(({ object }) => object),
    options,
  );
  const settings = new Settings(options);
  const texts = new Texts(options);
  const declared = declareAll(declarable, { ...options, names, settings, texts });
  return {
    declared,
    parts: divideIntoFiles(declared, options),
    values: texts.all,
    settings: settings.all,
    renamed,
    idNames: settings.idNames,
    skipped: skippedObjects(found),
    notes: [
      ...declarable.flatMap(({ object, omissions }) => objectNotes(object, omissions)),
      ...declared.flatMap(({ object, resource }) =>
        objectNotes(object, findLosses(resource.args, options.whyNotExpressible)),
      ),
    ],
  };
}

function skippedObjects(found: readonly ObjectArguments[]): SkippedObject[] {
  const skipped: SkippedObject[] = [];
  for (const { object, problem } of found) {
    if (problem === undefined) continue;
    const { definition, id } = object;
    skipped.push({ type: definition.type, id, reason: `cannot be declared: ${problem}` });
  }
  return skipped;
}

/** Declares objects in their order. An object is declared earlier if another object refers to it. */
function declareAll(
  objects: readonly ObjectArguments[],
  context: Omit<DeclarationContext, "findDeclaration">,
): Declared[] {
  const pending = new Map(objects.map((args) => [objectKey(args.object), args]));
  const declarations = new Map<string, Declared>();
  const findDeclaration = (key: string): Declared | undefined => {
    const args = pending.get(key);
    if (!args) return declarations.get(key);
    pending.delete(key);
    const declaration = declareObject(args, { ...context, findDeclaration });
    declarations.set(key, declaration);
    return declaration;
  };
  return objects
    .map(({ object }) => findDeclaration(objectKey(object)))
    .filter((declaration) => declaration !== undefined);
}

const objectNotes = (object: AccountObject, reasons: readonly string[]): string[] =>
  reasons.map(
    (reason) => `${object.definition.type} ${displayName(object)} (${object.id}): ${reason}`,
  );

/** Paths of the members that the language cannot express, with the reasons. */
function findLosses(
  value: Value,
  whyNotExpressible: LanguageFeatures["whyNotExpressible"],
  path = "",
): string[] {
  if (Array.isArray(value))
    return value.flatMap((item, index) => findLosses(item, whyNotExpressible, `${path}[${index}]`));
  if (!isMembers(value)) return [];
  return Object.entries(value).flatMap(([name, member]) => {
    const memberPath = path === "" ? name : `${path}.${name}`;
    const reason = whyNotExpressible?.(name, member);
    if (reason !== undefined) return [`${memberPath} ${reason}`];
    return findLosses(member, whyNotExpressible, memberPath);
  });
}
