import { type AccountObject, objectKey } from "../account/account";
import { type Members, Reference, type Resource } from "../codegen/program";
import { capitalized } from "../core/schema/case";
import type { Row } from "../core/schema/field";
import { merge } from "../core/schema/merge";
import { markablePath, replacedTexts } from "../core/schema/undescribed-secrets";
import { isSet, type Values } from "../core/schema/values";
import { walk } from "../core/schema/walk";
import type { Names } from "./naming";
import type { ObjectArguments } from "./object-arguments";
import { type FoundSecret, findSecrets } from "./object-secrets";
import type { ProgramOptions } from "./options";
import type { SecretSetting, Settings } from "./settings";
import type { Texts } from "./texts";

/** An object, its declaration in the program, and its state. */
export interface Declared {
  readonly object: AccountObject;
  readonly resource: Resource;
  /** The declaration of the route of a module, if the program declares the route. */
  readonly route: ObjectDeclaration | undefined;
  /** Arguments and outputs in plaintext, as the provider would record them for this program. */
  readonly state: Values;
  /** Paths of the secrets that the program reads from config, and that the state does not contain. */
  readonly missing: readonly string[];
  /** Paths of values that the program marks as secrets, such as a header with a credential. */
  readonly marked: readonly string[];
}

/** An object and its declaration in the program. */
export type ObjectDeclaration = Pick<Declared, "object" | "resource">;

/** The parts of a program that all declarations share. */
export interface DeclarationContext extends ProgramOptions {
  readonly names: Names;
  readonly settings: Settings;
  readonly texts: Texts;
  /** Finds the declaration of an object by its key. In a cycle of references, the declaration is not found. */
  readonly findDeclaration: (key: string) => ObjectDeclaration | undefined;
}

/** Declares an object: ids of other objects become references, and secrets become settings. */
export function declareObject(found: ObjectArguments, context: DeclarationContext): Declared {
  const { object, args } = found;
  const { fields } = object.definition;
  const name = context.names.get(objectKey(object)) ?? "";
  const { routeId } = args;
  const route = isSet(routeId) ? context.findDeclaration(`HttpsEdgeRoute ${routeId}`) : undefined;
  const secrets = findSecrets(found, context.plaintextNames);
  const settings = context.settings.secrets(name, secrets);
  const linked = linkArguments(found, settings, route, context);
  return {
    object,
    resource: createResource(object, name, context.texts.writeIn(linked, name), route, context),
    route,
    state: merge(fields, withKnownSecrets(found, settings), object.outputs),
    missing: [...settings].filter(([, { value }]) => value === undefined).map(([path]) => path),
    marked: markedPaths(secrets),
  };
}

/** Paths of the secrets that the program must mark, because the API does not describe them as secrets. */
const markedPaths = (secrets: readonly FoundSecret[]): string[] => {
  const marked = secrets.filter(({ isMarked }) => isMarked);
  return [...new Set(marked.map(({ path }) => markablePath(path)))];
};

/** Replaces secrets by references to settings, and ids by references to resources or settings. */
function linkArguments(
  { object, args }: ObjectArguments,
  secrets: ReadonlyMap<string, SecretSetting>,
  route: ObjectDeclaration | undefined,
  context: DeclarationContext,
): Members {
  const references = new Map([...secrets].map(([path, { reference }]) => [path, reference]));
  const linked = walk(object.definition.fields, args, ({ row, value, path, below }) => {
    if (row?.secret || references.has(path)) return references.get(path);
    // The ids in the path of a module come from its route.
    if (!row || (route && row.pathParameter)) return below();
    const reference = idReference(object, row, path, value, context);
    if (reference !== undefined) return reference;
    return Array.isArray(value) ? replacedTexts(value, path, references) : below();
  });
  return linked as Members;
}

/** The arguments with the values of secrets, as far as the service or the config shows them. */
const withKnownSecrets = (
  { object, args }: ObjectArguments,
  secrets: ReadonlyMap<string, SecretSetting>,
): Values =>
  walk(object.definition.fields, args, ({ row, path, below }) =>
    row?.secret ? (secrets.get(path)?.value ?? below()) : below(),
  );

/**
 * A reference for an id, or references for a list of ids: to a resource if the program declares the object, else to a setting.
 * Undefined if the value is not an id.
 */
function idReference(
  object: AccountObject,
  row: Row,
  path: string,
  value: unknown,
  context: DeclarationContext,
) {
  // For some ids of a request, the response has an object with a member `id`.
  const isReadFromId = /(^|\.)id$/.test(row.readFrom ?? "");
  const isId = row.pathParameter === true || isReadFromId;
  if (!isId || !isSet(value)) return undefined;
  const type = referencedType(object, row, path);
  const referenceTo = (id: unknown) => {
    const declaration = context.findDeclaration(`${capitalized(type)} ${id}`);
    if (declaration) return new Reference(declaration.resource, "id");
    return context.settings.id(type, String(id));
  };
  return Array.isArray(value) ? value.map(referenceTo) : referenceTo(value);
}

/** The type of the object that an id identifies, in camelCase: `backend` for `backend.backendId`. */
function referencedType({ definition }: AccountObject, row: Row, path: string): string {
  if (row.pathParameter && path === "edgeId") {
    const [, , protocol] = definition.path.split("/");
    return `${protocol}Edge`;
  }
  const argument = path.slice(path.lastIndexOf(".") + 1);
  return argument.replace(/Ids?$/, "");
}

function createResource(
  { definition }: AccountObject,
  name: string,
  args: Members,
  route: ObjectDeclaration | undefined,
  { takesRoute, protects }: DeclarationContext,
): Resource {
  return {
    type: definition.type,
    name,
    args: route ? onRoute(args, route.resource, takesRoute) : args,
    ...(route && !takesRoute && { deletedWith: route.resource }),
    ...(protects && { isProtected: true }),
  };
}

/** The arguments of a module whose route the program declares. */
function onRoute(
  { edgeId: _, routeId: __, ...args }: Members,
  route: Resource,
  takesRoute: boolean,
): Members {
  if (takesRoute) return { route: new Reference(route), ...args };
  return { edgeId: new Reference(route, "edgeId"), routeId: new Reference(route, "id"), ...args };
}
