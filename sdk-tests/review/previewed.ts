import { isDeepStrictEqual } from "node:util";
import { dynamicToken, pluginToken } from "../../src/core/definitions/define";
import { NAMESPACE } from "../../src/core/definitions/settings";
import { UNKNOWN } from "../../src/core/pulumi/engine-values";
import { type Detail, type Diff, diff, withoutSecretNames } from "../../src/core/schema/diff";
import { outputRows, type Row } from "../../src/core/schema/field";
import { isObject, someValue, type Values } from "../../src/core/schema/values";
import { isWithin } from "../../src/core/schema/walk";
import { byType } from "../../src/insight/ingress/declared-object";
import { replaced } from "../support/data";
import type { Declared } from "./declared";
import { outputsToCome, serviceOutputs } from "./engine-outputs";

/**
 * The output of `pulumi preview --json --show-sames` for a change of a program, without an engine, so that tests can
 * cover many changes. `sdk-tests/e2e/previewed.test.ts` compares it with the engine's output, member by member.
 * Arguments are compared by the provider's comparison, which has separate tests.
 */

export const forms = ["dynamic", "plugin"] as const;

export type Form = (typeof forms)[number];

const tokens = {
  dynamic: { token: dynamicToken, provider: "pulumi-nodejs" },
  plugin: { token: pluginToken, provider: "edge-ingress" },
} as const;

/** The deployment of a program. */
export interface Place {
  readonly project: string;
  readonly stack: string;
  readonly baseUrl: string;
}

const SHOP: Place = { project: "shop", stack: "dev", baseUrl: "https://api.example.com" };

const prefixOf = ({ stack, project }: Place): string => `urn:pulumi:${stack}::${project}::`;

const stackOf = (place: Place): string =>
  `${prefixOf(place)}pulumi:pulumi:Stack::${place.project}-${place.stack}`;

const MASK = "[secret]";

/** The code of a dynamic provider, and the position of a resource in its program: each resource has them. */
export const CODE = "exports.handler = …";
export const POSITION = "project:///index.js#1,1";
export const VERSION = "1.0.0";

/** A resource in the engine's state. */
interface Registered {
  readonly urn: string;
  readonly type: string;
  /** Type in the URN: the engine's name of the type. */
  readonly token: string;
  readonly parent: string;
  readonly id: string;
  /** The arguments of the program, with each secret as `{ $secret }`. */
  readonly args: Values;
  readonly dependencies: Readonly<Record<string, readonly string[]>>;
  readonly deletedWith?: string | undefined;
  readonly provider: string;
  readonly retainOnDelete: boolean;
  readonly protect: boolean;
  readonly deleteBeforeReplace: boolean;
  readonly isLookedUp: boolean;
  /** True for a module of a route that the program declares. */
  readonly isOnDeclared: boolean;
}

const isSecret = (value: unknown): value is { readonly $secret: unknown } =>
  isObject(value) && "$secret" in value;

/** Arguments that are always secret, whether or not the program marks them. */
const SECRET_KEYS = ["secret", "clientSecret", "cloudSecretAccessKey"];

/**
 * Returns the arguments as a preview prints them, and the paths that the program has marked as secrets, without those
 * that are always secret.
 */
export function maskedOf(args: Values, form: Form = "plugin") {
  const secrets: string[] = [];
  const masked = (value: unknown, path: string, key: string): unknown => {
    // A value of a dynamic resource that is always secret is masked even if it is known only in an apply.
    const isAlways =
      key === "apiKey" || (SECRET_KEYS.includes(key) && (form === "dynamic" || value !== UNKNOWN));
    if (isSecret(value) && !isAlways) secrets.push(path);
    if (isSecret(value) || isAlways) return MASK;
    if (Array.isArray(value))
      return value.map((item, index) => masked(item, `${path}[${index}]`, ""));
    if (!isObject(value)) return value;
    return Object.fromEntries(
      Object.entries(value).map(([name, member]) => [
        name,
        masked(member, memberPath(path, name), name),
      ]),
    );
  };
  return { values: masked(args, "", "") as Values, secrets: secrets.sort() };
}

/** Names of headers, and names below values that the API does not describe, are in brackets. */
const memberPath = (path: string, name: string): string => {
  if (path === "") return name;
  return /Headers\.add$|\.config(\[|$)/.test(path) ? `${path}["${name}"]` : `${path}.${name}`;
};

/** Returns arguments in the form that the SDK sends: a list that contains a secret is secret as a whole. */
const withSecretLists = (args: Values): Values =>
  replaced(args, (value) =>
    Array.isArray(value) && someValue(value, isSecret)
      ? { $secret: value.map((item) => plain({ item }).item) }
      : value,
  ) as Values;

/**
 * The resources of a program. Their ids are known, or, in a preview, those of existing resources of the stack that are
 * not replaced.
 */
export function registeredResources(
  program: readonly Declared[],
  form: Form,
  known?: ReadonlyMap<string, Registered>,
  place: Place = SHOP,
): Registered[] {
  const { token, provider } = tokens[form];
  const prefix = prefixOf(place);
  const all = new Map<string, Registered>();
  const components = new Map(
    program
      .filter(({ type }) => type === "Component")
      .map(({ name }) => [name, `${prefix}${COMPONENT}::${name}`] as const),
  );
  const named = (option: unknown): string | undefined =>
    isObject(option) ? String(option.$resource) : undefined;
  const resources = [...program].sort(
    (a, b) => Number(b.type === "AgentIngress") - Number(a.type === "AgentIngress"),
  );
  for (const { type, name, args, options = {}, isLookedUp = false } of resources) {
    if (components.has(name)) continue;
    const component = components.get(named(options.parent) ?? "");
    const ownToken = type === "Provider" ? `pulumi:providers:${provider}` : token(type);
    const urn = `${prefix}${component ? `${COMPONENT}$` : ""}${ownToken}::${name}`;
    const sources: Record<string, string[]> = {};
    const resolved = (value: unknown, argument: string): unknown =>
      replaced(value, (part) => {
        if (typeof part === "string")
          return part.replace("BASE_URL", place.baseUrl).replace("DOMAIN", "acme.example");
        const ids = isObject(part) ? (part.$id ?? part.$uri) : undefined;
        if (!isObject(part) || ids === undefined) return part;
        const targets = [ids].flat().map((id) => all.get(String(id)));
        sources[argument] = [
          ...(sources[argument] ?? []),
          ...targets.map((target) => target?.urn ?? ""),
        ];
        // The id of any of several resources is known only in an apply.
        const id = targets.length === 1 ? (targets[0]?.id ?? UNKNOWN) : UNKNOWN;
        if ("$id" in part || id === UNKNOWN) return id;
        return targets.map(
          (target) => target && serviceOutputs({ ...target, id }, place.baseUrl).uri,
        )[0];
      });
    const { route, ...rest } = args;
    const owner = all.get(named(route) ?? "");
    const own = Object.fromEntries(
      Object.entries(rest).map(([key, value]) => [key, resolved(value, key)]),
    );
    const values = withSecretLists(
      owner ? { edgeId: owner.args.edgeId, routeId: owner.id, ...own } : own,
    );
    if (owner) Object.assign(sources, { edgeId: [owner.urn], routeId: [owner.urn] });
    const old = known?.get(urn);
    const isKept = old !== undefined && !diffOf(type, old.args, values)?.replaces.length;
    const isModule = byType.get(type)?.kind === "singleton";
    const idAfterCreate = isModule ? moduleId(values) : `id-${name}`;
    all.set(name, {
      ...{
        urn,
        type,
        token: ownToken,
        parent: component ?? stackOf(place),
        args: values,
        dependencies: sources,
        isLookedUp,
      },
      isOnDeclared: isModule && (sources.routeId ?? []).length > 0,
      id: known === undefined || isKept || isLookedUp ? (old?.id ?? idAfterCreate) : UNKNOWN,
      provider:
        all.get(named(options.provider) ?? "")?.urn ??
        `${prefix}pulumi:providers:${provider}::default`,
      retainOnDelete: options.retainOnDelete === true,
      protect: options.protect === true,
      deleteBeforeReplace: options.deleteBeforeReplace === true,
      deletedWith: owner?.urn ?? all.get(named(options.deletedWith) ?? "")?.urn,
    });
  }
  return [...all.values()];
}

const COMPONENT = "test:index:Component";

/** The id of a module is the path of its object. */
const moduleId = ({ edgeId, routeId }: Values): string =>
  [plainValue(edgeId), plainValue(routeId)].filter(Boolean).join("/");

const plainValue = (value: unknown): unknown => (isSecret(value) ? value.$secret : value);

/** Values without marks of secrets. */
export const plain = (values: Values) => replaced(values, plainValue) as Values;

/**
 * Compares the arguments of a resource with its previous arguments, like the provider; undefined for a resource of
 * another provider.
 */
function diffOf(type: string, old: Values, now: Values): Diff | undefined {
  const definition = byType.get(type);
  return definition && diff(definition.fields, plain(old), plain(now));
}

/** The inputs of a resource in the engine's output. */
function inputsOf({ urn, type, args }: Registered, form: Form): Values {
  const { values, secrets } = maskedOf(args, form);
  if (type === "Provider") return providerInputs(urn.split("::").at(-1) ?? "", values, form);
  if (form === "plugin") return values;
  return { ...values, __provider: CODE, ...(secrets.length > 0 && { __secrets: secrets }) };
}

/**
 * The settings of a provider. For dynamic resources, their names are those of the stack's configuration, and the source
 * of the key is included.
 */
function providerInputs(name: string, settings: Values, form: Form): Values {
  if (form === "plugin") return { __internal: {}, ...settings, version: VERSION };
  const source = "apiKey" in settings && {
    apiKeySource: `the argument apiKey of Provider "${name}"`,
  };
  return Object.fromEntries(
    Object.entries({ ...settings, ...source }).map(([setting, value]) => [
      `${NAMESPACE}:${setting}`,
      value,
    ]),
  );
}

/** The members of a state before and after a step. */
function stateOf(resource: Registered, form: Form) {
  const { urn, type, token, parent, provider, dependencies, deletedWith, retainOnDelete } =
    resource;
  const inputs = inputsOf(resource, form);
  const isDynamic = form === "dynamic" && type !== "Provider";
  const notKept =
    isDynamic && byType.get(type)?.kind === "singleton" && !resource.isLookedUp
      ? ["__resource"]
      : [];
  const named = [...Object.keys(inputs), ...notKept].filter(
    (name) => !["version", "__internal"].includes(name),
  );
  const sources = [...new Set(Object.values(dependencies).flat())];
  const repeating = secretOutputsOf(resource);
  return {
    ...{ urn, custom: true, type: token, parent },
    ...(Object.keys(inputs).length > 0 && { inputs }),
    stackTrace: [{ sourcePosition: POSITION }],
    ...(type !== "Provider" && { provider: `${provider}::x` }),
    ...(named.length > 0 && {
      propertyDependencies: Object.fromEntries(
        named.map((name) => [name, dependencies[name] ?? []]),
      ),
    }),
    ...(sources.length > 0 && { dependencies: sources }),
    ...(deletedWith !== undefined && { deletedWith }),
    ...(retainOnDelete && { retainOnDelete }),
    ...(resource.protect && { protect: true }),
    ...(isDynamic && repeating.length > 0 && { additionalSecretOutputs: repeating }),
  };
}

/** Outputs that repeat arguments which the program has marked as secret. */
function secretOutputsOf({ type, args }: Registered): string[] {
  const { secrets } = maskedOf(args);
  const rows = outputRows(byType.get(type)?.fields ?? {});
  const isPresent = (argument: string | undefined) => argument === undefined || argument in args;
  const repeats = (row: Row) =>
    row.repeats?.some((name) => secrets.some((path) => isWithin(path, name)));
  return rows.flatMap(([name, row]) => (isPresent(row.presentWith) && repeats(row) ? [name] : []));
}

/** A state before a change, with the values that the service returned. */
function oldStateOf(resource: Registered, form: Form, place: Place) {
  const { id, type, isOnDeclared } = resource;
  const state = stateOf(resource, form);
  const { __internal: _, ...kept } = inputsOf(resource, form);
  const notes = form === "plugin" && isOnDeclared && { __isOnDeclared: true, id };
  const shown = serviceOutputs({ type, id, args: kept }, place.baseUrl);
  const hidden = Object.fromEntries(secretOutputsOf(resource).map((name) => [name, MASK]));
  const outputs = { ...kept, ...shown, ...hidden, ...notes };
  return { ...state, id, ...(Object.keys(outputs).length > 0 && { outputs }) };
}

/**
 * The state after a change. The engine shows outputs only for a resource that replaces another before that is deleted.
 */
function newStateOf(resource: Registered, form: Form, isReplacing: boolean) {
  const state = stateOf(resource, form);
  if (resource.isLookedUp) {
    const { propertyDependencies: _, ...rest } = state;
    const inputs = { ...inputsOf(resource, form), ...(form === "dynamic" && { __lookUp: true }) };
    return { ...rest, inputs, id: resource.id, external: true };
  }
  if (!isReplacing) return state;
  const toCome = form === "plugin" && outputsToCome(resource.type);
  return { ...state, outputs: { ...inputsOf(resource, form), ...toCome } };
}

/** The preview of a change, in a form. */
export function previewedText(
  { before, after }: { readonly before: readonly Declared[]; readonly after: readonly Declared[] },
  form: Form,
  config: Values = {},
  place: Place = SHOP,
): string {
  const olds = new Map(
    registeredResources(before, form, undefined, place).map((resource) => [resource.urn, resource]),
  );
  const news = new Map(
    registeredResources(after, form, olds, place).map((resource) => [resource.urn, resource]),
  );
  const urns = [...new Set([...news.keys(), ...olds.keys()])];
  const steps = [
    stackStep(place),
    ...componentSteps(before, after, place),
    ...urns.map((urn) => stepOf(urn, olds.get(urn), news.get(urn), form, place)),
  ];
  const changeSummary = Object.fromEntries(
    [...Map.groupBy(steps, ({ op }) => op)].map(([op, { length }]) => [op, length]),
  );
  return JSON.stringify({ config, steps, diagnostics: [], duration: 1, changeSummary });
}

function stackStep(place: Place) {
  const state = {
    ...{ urn: stackOf(place), custom: false, type: "pulumi:pulumi:Stack" },
    stackTrace: [{ sourcePosition: POSITION }],
  };
  return { op: "same", urn: state.urn, oldState: state, newState: state, detailedDiff: null };
}

function componentSteps(before: readonly Declared[], after: readonly Declared[], place: Place) {
  const namesIn = (program: readonly Declared[]) =>
    program.filter(({ type }) => type === "Component").map(({ name }) => name);
  const [old, now] = [namesIn(before), namesIn(after)];
  return [...new Set([...now, ...old])].map((name) => {
    const urn = `${prefixOf(place)}${COMPONENT}::${name}`;
    const state = {
      urn,
      custom: false,
      type: COMPONENT,
      parent: stackOf(place),
      stackTrace: [{ sourcePosition: POSITION }],
    };
    const [isOld, isNew] = [old.includes(name), now.includes(name)];
    return {
      ...{ op: isOld && isNew ? "same" : isNew ? "create" : "delete", urn },
      ...(isOld && { oldState: state }),
      ...(isNew && { newState: state }),
      detailedDiff: null,
    };
  });
}

function stepOf(
  urn: string,
  old: Registered | undefined,
  now: Registered | undefined,
  form: Form,
  place: Place,
) {
  const op = operationOf(old, now);
  const isReplacing = op === "replace" && !now?.deleteBeforeReplace;
  const fate = op === "replace" && (isReplacing ? { delete: true } : { pendingReplacement: true });
  const type = (now ?? old)?.type;
  return {
    ...{ op, urn },
    ...(type !== "Provider" && { provider: `${(now ?? old)?.provider}::x` }),
    ...(old && { oldState: { ...oldStateOf(old, form, place), ...fate } }),
    ...(now && { newState: newStateOf(now, form, isReplacing) }),
    ...(old && now && op !== "read" ? differenceOf(old, now, form) : { detailedDiff: null }),
  };
}

/**
 * Returns the differences in the form of the engine's output; none for an update that only encrypts values which the
 * program has marked later.
 */
function differenceOf(old: Registered, now: Registered, form: Form) {
  if (now.type === "Provider") {
    const changed = settingsChanged(old, now);
    return {
      ...(form === "plugin" && changed.length > 0 && { diffReasons: changed }),
      detailedDiff: null,
    };
  }
  const difference = diffOf(now.type, old.args, now.args);
  const reasons = [...(difference?.changed ?? [])];
  if (form === "plugin" && reasons.length === 0) {
    const marked = markedLater(old, now).map((path) => path.split(/[.[]/)[0]);
    return marked.length > 0 ? { diffReasons: marked, detailedDiff: {} } : { detailedDiff: null };
  }
  if (!difference || reasons.length === 0) return { detailedDiff: null };
  const details = form === "plugin" ? pluginDetails(difference, old, now) : inputDetails(old, now);
  return {
    diffReasons:
      form === "plugin"
        ? reasons
        : [...new Set(Object.keys(details).map((path) => path.split(/[.[]/)[0]))],
    ...(difference.replaces.length > 0 && { replaceReasons: difference.replaces }),
    detailedDiff: details,
  };
}

/**
 * The differences that the plugin reports, without members below values that the program has marked before or after.
 */
function pluginDetails({ details }: Diff, old: Registered, now: Registered) {
  const secrets = [...maskedOf(old.args).secrets, ...maskedOf(now.args).secrets];
  const kindOf = ({ kind, replace }: Detail) => (replace ? `${kind}-replace` : kind);
  return Object.fromEntries(
    Object.entries(withoutSecretNames(details, secrets)).map(([path, detail]) => [
      path,
      { kind: kindOf(detail), inputDiff: true },
    ]),
  );
}

/**
 * The differences of the inputs of a dynamic resource, which the engine itself finds, member by member and index by
 * index.
 */
function inputDetails(old: Registered, now: Registered) {
  const withMarks = ({ args }: Registered): Values => {
    const { secrets } = maskedOf(args);
    return { ...args, ...(secrets.length > 0 && { __secrets: secrets }) };
  };
  return Object.fromEntries(
    inputDifferences("", withMarks(old), withMarks(now)).map(([path, kind]) => [
      path,
      { kind, inputDiff: true },
    ]),
  );
}

function inputDifferences(
  path: string,
  was: unknown,
  now: unknown,
): [path: string, kind: string][] {
  if (isDeepStrictEqual(was, now)) return [];
  if (was === undefined) return [[path, "add"]];
  if (now === undefined) return [[path, "delete"]];
  const isPlainObject = (value: unknown) => isObject(value) && !isSecret(value);
  if (Array.isArray(was) && Array.isArray(now)) {
    const indexes = Array.from({ length: Math.max(was.length, now.length) }, (_, index) => index);
    return indexes.flatMap((index) =>
      inputDifferences(`${path}[${index}]`, was[index], now[index]),
    );
  }
  if (!isPlainObject(was) || !isPlainObject(now)) return [[path, "update"]];
  const [old, next] = [was as Values, now as Values];
  return [...new Set([...Object.keys(old), ...Object.keys(next)])].flatMap((name) =>
    inputDifferences(inputPath(path, name), old[name], next[name]),
  );
}

const inputPath = (path: string, name: string): string => {
  if (path === "") return name;
  return /^[A-Za-z_]\w*$/.test(name) ? `${path}.${name}` : `${path}["${name}"]`;
};

function operationOf(old: Registered | undefined, now: Registered | undefined): string {
  if (now?.isLookedUp) return "read";
  if (!old) return "create";
  if (!now) return "delete";
  if (now.type === "Provider") return settingsChanged(old, now).length > 0 ? "update" : "same";
  const difference = diffOf(now.type, old.args, now.args);
  if (difference?.replaces.length) return "replace";
  return difference?.changed.length || markedLater(old, now).length > 0 ? "update" : "same";
}

/** The settings of a provider that differ. */
const settingsChanged = ({ args: old }: Registered, { args: now }: Registered): string[] =>
  [...new Set([...Object.keys(old), ...Object.keys(now)])]
    .filter((name) => !isDeepStrictEqual(old[name], now[name]))
    .sort();

/** Returns the paths that a program marks as secret while the state contains plaintext: an update encrypts them. */
function markedLater(old: Registered, now: Registered): string[] {
  const marked = maskedOf(old.args).secrets;
  return maskedOf(now.args).secrets.filter(
    (path) => !marked.some((outer) => isWithin(path, outer)),
  );
}
