import { dynamicToken, pluginToken } from "../../src/core/definitions/define";
import { type Diff, diff } from "../../src/core/schema/diff";
import { isObject, UNKNOWN, type Values } from "../../src/core/schema/values";
import { byType } from "../../src/insight/ingress/kinds";
import { replaced } from "../support/data";
import type { Declared } from "./declared";

/**
 * The text that `pulumi preview --json --show-sames` prints for a change of a program, without an engine: for breadth.
 * `sdk-tests/e2e/review.test.ts` has the engine preview the same changes.
 */

export const forms = ["dynamic", "plugin"] as const;

export type Form = (typeof forms)[number];

const tokens = {
  dynamic: { token: dynamicToken, provider: "pulumi-nodejs" },
  plugin: { token: pluginToken, provider: "edge-ingress" },
} as const;

const PREFIX = "urn:pulumi:dev::shop::";
const STACK = `${PREFIX}pulumi:pulumi:Stack::shop-dev`;
const BASE_URL = "https://api.example.com";
const MASK = "[secret]";

/** A resource as the engine has it. */
interface Made {
  readonly urn: string;
  readonly type: string;
  readonly id: string;
  /** As the program states them, with each secret as `{ $secret }`. */
  readonly args: Values;
  readonly dependencies: Readonly<Record<string, readonly string[]>>;
  readonly deletedWith?: string | undefined;
  readonly provider: string;
  readonly retainOnDelete: boolean;
  readonly isLookedUp: boolean;
  /** A module of a route that the program declares. */
  readonly isOnDeclared: boolean;
}

const isSecret = (value: unknown): value is { readonly $secret: unknown } => isObject(value) && "$secret" in value;

/** Arguments that are secrets, whether the program marks them or not. */
const SECRET_KEYS = ["secret", "clientSecret", "cloudSecretAccessKey"];

/** A value as a preview prints it, and the paths of the secrets that the program has marked. */
export function maskedOf(args: Values) {
  const secrets: string[] = [];
  const masked = (value: unknown, path: string, key: string): unknown => {
    if (isSecret(value)) secrets.push(path);
    const isMasked = isSecret(value) || key === "apiKey" || (SECRET_KEYS.includes(key) && value !== UNKNOWN);
    if (isMasked) return MASK;
    if (Array.isArray(value)) return value.map((item, index) => masked(item, `${path}[${index}]`, ""));
    if (!isObject(value)) return value;
    return Object.fromEntries(
      Object.entries(value).map(([name, member]) => [name, masked(member, path ? `${path}.${name}` : name, name)]),
    );
  };
  return { values: masked(args, "", "") as Values, secrets };
}

/**
 * The resources of a program. Their ids are known, or, in a preview, those of the resources that the stack has already, unless
 * they are replaced.
 */
export function made(program: readonly Declared[], form: Form, known?: ReadonlyMap<string, Made>): Made[] {
  const { token, provider } = tokens[form];
  const all = new Map<string, Made>();
  const components = new Set(program.filter(({ type }) => type === "Component").map(({ name }) => name));
  const named = (option: unknown): string | undefined => (isObject(option) ? String(option.$resource) : undefined);
  const resources = [...program].sort((a, b) => Number(b.type === "AgentIngress") - Number(a.type === "AgentIngress"));
  for (const { type, name, args, options = {}, isLookedUp = false } of resources) {
    if (components.has(name)) continue;
    const parent = components.has(named(options.parent) ?? "") ? "test:index:Component$" : "";
    const ownType = type === "Provider" ? `pulumi:providers:${provider}` : token(type);
    const urn = `${PREFIX}${parent}${ownType}::${name}`;
    const sources: Record<string, string[]> = {};
    const resolved = (value: unknown, argument: string): unknown =>
      replaced(value, (part) => {
        if (typeof part === "string") return part.replace("BASE_URL", BASE_URL).replace("DOMAIN", "acme.example");
        const ids = isObject(part) ? (part.$id ?? part.$uri) : undefined;
        if (!isObject(part) || ids === undefined) return part;
        const targets = [ids].flat().map((each) => all.get(String(each)));
        sources[argument] = [...(sources[argument] ?? []), ...targets.map((target) => target?.urn ?? "")];
        // Only an apply knows the id of one of several resources.
        const id = targets.length === 1 ? (targets[0]?.id ?? UNKNOWN) : UNKNOWN;
        return "$id" in part || id === UNKNOWN ? id : `${BASE_URL}/${id}`;
      });
    const { route, ...rest } = args;
    const owner = all.get(named(route) ?? "");
    const own = Object.fromEntries(Object.entries(rest).map(([key, value]) => [key, resolved(value, key)]));
    const values = owner ? { edgeId: owner.args.edgeId, routeId: owner.id, ...own } : own;
    if (owner) Object.assign(sources, { edgeId: [owner.urn], routeId: [owner.urn] });
    const old = known?.get(urn);
    const isKept = old !== undefined && !diffOf(type, old.args, values)?.replaces.length;
    all.set(name, {
      ...{ urn, type, args: values, dependencies: sources, isLookedUp },
      isOnDeclared: byType.get(type)?.kind === "singleton" && (sources.routeId ?? []).length > 0,
      id: known === undefined || isKept || isLookedUp ? `id-${old ? old.id.slice(3) : name}` : UNKNOWN,
      provider: all.get(named(options.provider) ?? "")?.urn ?? `${PREFIX}pulumi:providers:${provider}::default`,
      retainOnDelete: options.retainOnDelete === true,
      deletedWith: owner?.urn ?? all.get(named(options.deletedWith) ?? "")?.urn,
    });
  }
  return [...all.values()];
}

/** Values without marks of secrets. */
export const plain = (values: Values) =>
  replaced(values, (value) => (isSecret(value) ? value.$secret : value)) as Values;

/** How the provider compares the arguments of a resource with those that it had; undefined for a resource of another provider. */
function diffOf(type: string, old: Values, now: Values): Diff | undefined {
  const definition = byType.get(type);
  return definition && diff(definition.fields, plain(old), plain(now));
}

function stateOf({ urn, id, args, dependencies, deletedWith, provider, retainOnDelete }: Made, form: Form) {
  const { values, secrets } = maskedOf(args);
  const inputs = { ...values, ...(form === "dynamic" && secrets.length > 0 && { __secrets: secrets }) };
  const known = { urn, custom: true, inputs, id: id === UNKNOWN ? "" : id, provider: `${provider}::x`, retainOnDelete };
  return { ...known, propertyDependencies: dependencies, deletedWith };
}

/** The preview of a change, as one of the forms. */
export function previewedText(
  { before, after }: { readonly before: readonly Declared[]; readonly after: readonly Declared[] },
  form: Form,
  config: Values = {},
): string {
  const olds = new Map(made(before, form).map((each) => [each.urn, each]));
  const news = new Map(made(after, form, olds).map((each) => [each.urn, each]));
  const urns = [...new Set([...news.keys(), ...olds.keys()])];
  const steps = urns.map((urn) => stepOf(urn, olds.get(urn), news.get(urn), form));
  const root = { op: "same", urn: STACK, oldState: { urn: STACK }, newState: { urn: STACK } };
  return JSON.stringify({ steps: [root, ...steps], config, changeSummary: {} });
}

function stepOf(urn: string, old: Made | undefined, now: Made | undefined, form: Form) {
  const difference = old && now && diffOf(now.type, old.args, now.args);
  const uri = old && old.type !== "Provider" && { uri: `${BASE_URL}/${old.id}` };
  const notes = form === "plugin" && old?.isOnDeclared && { __isOnDeclared: true };
  const state = old && stateOf(old, form);
  return {
    ...{ op: operationOf(old, now, difference), urn },
    ...(state && { oldState: { ...state, outputs: { ...state.inputs, ...uri, ...notes } } }),
    ...(now && { newState: stateOf(now, form) }),
    detailedDiff: difference?.details ?? {},
  };
}

function operationOf(old: Made | undefined, now: Made | undefined, difference: Diff | undefined): string {
  if (now?.isLookedUp) return "read";
  if (!old) return "create";
  if (!now) return "delete";
  if (difference?.replaces.length) return "replace";
  return difference?.changed.length ? "update" : "same";
}
