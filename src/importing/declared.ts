import { type AccountObject, keyOf } from "../account/account";
import { type Members, Reference, type Resource } from "../codegen/program";
import { freeName } from "../codegen/symbols";
import { wrapForState } from "../core/pulumi/engine-values";
import { camelCase, capitalized } from "../core/schema/case";
import { hasOutputs, inputRows, type Row } from "../core/schema/field";
import { merge } from "../core/schema/merge";
import { withRepeatingOutputs, withSecrets } from "../core/schema/secrets";
import {
  markablePath,
  replacedTexts,
  undescribedSecrets,
  withoutNames,
} from "../core/schema/undescribed-secrets";
import { defined, isSet, type Values } from "../core/schema/values";
import { visits, walk } from "../core/schema/walk";
import type { Names } from "./naming";
import type { PlanOptions } from "./options";
import type { Settings } from "./settings";
import type { Stated } from "./stated";
import type { Texts } from "./texts";

/** An object as the program declares it, and as the state has it. */
export type Declared = ReturnType<typeof declare>;

/** What declarations have in common. */
export interface Context extends PlanOptions {
  readonly names: Names;
  readonly settings: Settings;
  readonly texts: Texts;
  /** What the program declares of an object, by its key. An object that refers to itself, or to what refers to it, finds none. */
  readonly declarationOf: (
    key: string,
  ) => (Pick<Stated, "object"> & { readonly resource: Resource }) | undefined;
}

/** Declares an object: ids of others become references, secrets become settings. */
export function declare(stated: Stated, context: Context) {
  const { object, args } = stated;
  const { definition, outputs } = object;
  const route = context.declarationOf(`HttpsEdgeRoute ${args.routeId}`);
  const name = context.names.get(keyOf(object)) ?? "";
  const found = secretsIn(stated, context.plaintextNames);
  const secrets = context.settings.secrets(name, found);
  const references = new Map([...secrets].map(([path, { reference }]) => [path, reference]));
  const linked = walk(definition.fields, args, ({ row, value, path, below }) => {
    if (row?.secret || references.has(path)) return references.get(path);
    // A module has the ids in its path from its route.
    if (!row || (route && row.pathParameter)) return below();
    const reference = idReference(object, row, path, value, context);
    if (reference !== undefined) return reference;
    return Array.isArray(value) ? replacedTexts(value, path, references) : below();
  });
  const known = walk(definition.fields, args, ({ row, path, below }) =>
    row?.secret ? (secrets.get(path)?.value ?? below()) : below(),
  );
  const written = context.texts.in(linked as Members, name);
  const resource: Resource = {
    type: definition.type,
    name,
    args: route ? inRoute(written, route.resource, context) : written,
    ...(route && !context.takesRoute && { deletedWith: route.resource }),
    ...(context.protects && { isProtected: true }),
  };
  return {
    object,
    resource,
    /** The route of a module. */
    route,
    /** Arguments and outputs in plaintext, as the provider would record them of this program. */
    state: merge(definition.fields, known, outputs),
    /** Paths of the secrets that the program reads from config, and that the state lacks. */
    missing: [...secrets].flatMap(([path, { value }]) => (value === undefined ? [path] : [])),
    /** Paths of values that the program marks as secrets, such as a header with a credential. */
    marked: [
      ...new Set(found.filter(({ isMarked }) => isMarked).map(({ path }) => markablePath(path))),
    ],
  };
}

/** A secret of an object. */
interface FoundSecret {
  readonly path: string;
  /** What the setting is called, or its member. */
  readonly member: string;
  /** Undefined if the service masks it. */
  readonly value: string | undefined;
  /** The text of a whole number. Default: the value is a text. */
  readonly isNumber?: boolean | undefined;
  /** The program marks it, because the API does not call it a secret. */
  readonly isMarked: boolean;
}

/** The secrets of an object: those of the API, and credentials in what the API does not describe. */
function secretsIn(
  { object: { definition }, args, missing }: Stated,
  plaintextNames: ReadonlySet<string> = new Set(),
): FoundSecret[] {
  const members = new Set<string>();
  const memberFor = (names: readonly string[]): string => {
    const ends = new Set([names.at(0), names.at(-1)].filter((name) => name !== undefined));
    const member = freeName(camelCase([...ends].join("-")), (name) => members.has(name));
    members.add(member);
    return member;
  };
  const ofApi = visits(definition.fields, args)
    .filter(({ row, value, path }) => row?.secret && (isSet(value) || missing.includes(path)))
    .map(({ value, path, names }) => {
      const text = isSet(value) ? String(value) : undefined;
      return { path, member: memberFor(names), value: text, isMarked: false };
    });
  const undescribed = withoutNames(undescribedSecrets(definition.fields, args), plaintextNames);
  const marked = undescribed.map(({ path, names, text, isNumber }) => {
    return { path, member: memberFor(names), value: text, isNumber, isMarked: true };
  });
  return [...ofApi, ...marked];
}

/** A module that belongs to a route of the program takes its ids from there. */
function inRoute(
  { edgeId: _, routeId: __, ...args }: Members,
  owner: Resource,
  { takesRoute }: Context,
): Members {
  if (takesRoute) return { route: new Reference(owner), ...args };
  return { edgeId: new Reference(owner, "edgeId"), routeId: new Reference(owner, "id"), ...args };
}

/** An id, or a list of ids: of a resource if the program declares the object, else of a setting; `undefined` for any other value. */
function idReference(
  { definition }: AccountObject,
  row: Row,
  path: string,
  value: unknown,
  context: Context,
) {
  if (!isSet(value) || !(row.pathParameter || /(^|\.)id$/.test(row.readFrom ?? "")))
    return undefined;
  const isEdge = row.pathParameter && path === "edgeId";
  const noun = isEdge
    ? `${definition.path.split("/")[2]}Edge`
    : path.slice(path.lastIndexOf(".") + 1).replace(/Ids?$/, "");
  const referenceTo = (id: unknown) => {
    const target = context.declarationOf(`${capitalized(noun)} ${id}`);
    return target ? new Reference(target.resource, "id") : context.settings.id(noun, String(id));
  };
  return Array.isArray(value) ? value.map(referenceTo) : referenceTo(value);
}

/** How the engine runs the provider. */
export type Form = "plugin" | "dynamic";

/** A resource in the file of `pulumi import --file`, with its values, so that the engine sends nothing; it encrypts the secrets. */
export function entryOf(
  { object, resource, state, marked }: Declared,
  form: Form,
  providerText: string,
) {
  const { definition, id } = object;
  const { fields } = definition;
  const inputs = defined(inputRows(fields).map(([key]) => [key, state[key]]));
  // Dynamic resources have the paths that the program marks beside their values: without them, the first `up` would record them.
  const marks = marked.length > 0 ? { __secrets: marked } : {};
  const ofForm = form === "dynamic" ? { __provider: providerText, ...marks } : {};
  const wrap = (values: Values) => ({
    ...withSecrets(fields, values, wrapForState, withRepeatingOutputs(fields, marked)),
    ...ofForm,
  });
  // The plugin knows a state by what no program states: the id, if the object has no outputs.
  const recorded = form === "plugin" && !hasOutputs(fields, state) ? { ...state, id } : state;
  const type = form === "plugin" ? definition.pluginToken : definition.token;
  return { type, name: resource.name, id, inputs: wrap(inputs), outputs: wrap(recorded) };
}
