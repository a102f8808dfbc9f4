import { dynamicToken, pluginToken } from "../../src/core/definitions/define";
import { diff } from "../../src/core/schema/diff";
import { isObject, UNKNOWN, type Values } from "../../src/core/schema/values";
import { byType } from "../../src/insight/ingress/kinds";
import type { Declared } from "./declared";
import { differences } from "./oracle/differences";

/**
 * The text that `pulumi preview --json --show-sames` prints for a change of a program, without an engine: for breadth.
 * `sdk-tests/e2e/review.test.ts` has the engine preview the same changes.
 */

export type Form = "dynamic" | "plugin";

const forms = {
  dynamic: { token: dynamicToken, provider: "pulumi-nodejs" },
  plugin: { token: pluginToken, provider: "edge-ingress" },
} as const;

const STACK = "urn:pulumi:dev::shop::pulumi:pulumi:Stack::shop-dev";
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
  readonly deletedWith?: string;
  readonly provider: string;
  readonly retainOnDelete: boolean;
  readonly isLookedUp: boolean;
}

const isSecret = (value: unknown): value is { readonly $secret: unknown } => isObject(value) && "$secret" in value;

/** A value with its secrets in plaintext, and the paths of the secrets that the program has marked. */
function maskedOf(args: Values, type: string) {
  const secrets: string[] = [];
  const masked = (value: unknown, path: string, key: string): unknown => {
    if (isSecret(value)) {
      secrets.push(path);
      return MASK;
    }
    if (SECRET_KEYS.includes(key) && value !== UNKNOWN && !(key === "apiKey" && type === "Provider")) return MASK;
    if (key === "apiKey") return MASK;
    if (Array.isArray(value)) return value.map((item, index) => masked(item, `${path}[${index}]`, ""));
    if (!isObject(value)) return value;
    return Object.fromEntries(
      Object.entries(value).map(([name, member]) => [
        name,
        masked(member, path === "" ? name : `${path}.${name}`, name),
      ]),
    );
  };
  return { values: masked(args, "", "") as Values, secrets };
}

/** Arguments that are secrets, whether the program marks them or not. */
const SECRET_KEYS = ["secret", "clientSecret", "cloudSecretAccessKey"];

/** The resources of a program; ids are known of those that there are `before`, unless they are replaced. */
function made(program: readonly Declared[], form: Form, known?: ReadonlyMap<string, Made>): Made[] {
  const { token, provider } = forms[form];
  const all = new Map<string, Made>();
  const components = new Set(program.filter(({ type }) => type === "Component").map(({ name }) => name));
  const resources = [...program].sort((a, b) => Number(b.type === "AgentIngress") - Number(a.type === "AgentIngress"));
  for (const { type, name, args, options = {}, isLookedUp = false } of resources) {
    if (components.has(name)) continue;
    const parent =
      isObject(options.parent) && components.has(String(options.parent.$resource)) ? "test:index:Component$" : "";
    const isProvider = type === "Provider";
    const urn = `urn:pulumi:dev::shop::${parent}${isProvider ? `pulumi:providers:${provider}` : token(type)}::${name}`;
    const sources: Record<string, string[]> = {};
    const resolved = (value: unknown, top: string): unknown => {
      if (!isObject(value) && !Array.isArray(value)) {
        return typeof value === "string"
          ? value.replace("BASE_URL", BASE_URL).replace("DOMAIN", "acme.example")
          : value;
      }
      if (Array.isArray(value)) return value.map((item) => resolved(item, top));
      const ref = value.$id ?? value.$uri;
      if (ref !== undefined) {
        const target = all.get(String(ref));
        sources[top] = [...(sources[top] ?? []), target?.urn ?? ""];
        return "$id" in value
          ? (target?.id ?? UNKNOWN)
          : target?.id === UNKNOWN
            ? UNKNOWN
            : `${BASE_URL}/${target?.id}`;
      }
      return Object.fromEntries(
        Object.entries(value).map(([key, member]) => [key, resolved(member, top === "" ? key : top)]),
      );
    };
    const { route, ...rest } = args;
    const owner = isObject(route) ? all.get(String(route.$resource)) : undefined;
    const own = Object.fromEntries(Object.entries(rest).map(([key, value]) => [key, resolved(value, key)]));
    const values = owner ? { edgeId: owner.args.edgeId, routeId: owner.id, ...own } : own;
    if (owner) Object.assign(sources, { edgeId: [owner.urn], routeId: [owner.urn] });
    const chosen = isObject(options.provider) ? all.get(String(options.provider.$resource))?.urn : undefined;
    const old = known?.get(urn);
    const isKept = old !== undefined && replacedBy(type, old.args, values) === false;
    all.set(name, {
      ...{ urn, type, args: values, dependencies: sources, isLookedUp },
      id: known === undefined || isKept || isLookedUp ? `id-${old ? old.id.slice(3) : name}` : UNKNOWN,
      provider: chosen ?? `urn:pulumi:dev::shop::pulumi:providers:${provider}::default`,
      retainOnDelete: options.retainOnDelete === true,
      ...(owner && { deletedWith: owner.urn }),
    });
  }
  return [...all.values()];
}

const plain = (value: unknown): unknown => {
  if (isSecret(value)) return plain(value.$secret);
  if (Array.isArray(value)) return value.map(plain);
  return isObject(value)
    ? Object.fromEntries(Object.entries(value).map(([key, member]) => [key, plain(member)]))
    : value;
};

function replacedBy(type: string, old: Values, now: Values): boolean {
  const definition = byType.get(type);
  if (!definition) return false;
  const [before, after] = [plain(old) as Values, plain(now) as Values];
  return diff(definition.fields, before, after).replaces.length > 0;
}

function stateOf(
  { urn, id, args, type, dependencies, deletedWith, provider, retainOnDelete }: Made,
  form: Form,
  isOld: boolean,
) {
  const { values, secrets } = maskedOf(args, type);
  const marks = form === "dynamic" && secrets.length > 0 && { __secrets: secrets };
  const inputs = { ...values, ...marks };
  return {
    ...{ urn, custom: true, inputs, id: id === UNKNOWN ? "" : id, provider: `${provider}::x`, retainOnDelete },
    ...(isOld && { outputs: { ...inputs, ...(type !== "Provider" && { uri: `${BASE_URL}/${id}` }) } }),
    propertyDependencies: dependencies,
    ...(deletedWith !== undefined && { deletedWith }),
  };
}

/** The preview of a change, as one of the forms. */
export function previewedText(
  { before, after }: { readonly before: readonly Declared[]; readonly after: readonly Declared[] },
  form: Form,
  config: Values = {},
): string {
  const olds = new Map(made(before, form).map((each) => [each.urn, each]));
  const news = new Map(made(after, form, olds).map((each) => [each.urn, each]));
  const steps = [...new Set([...news.keys(), ...olds.keys()])].map((urn) =>
    stepOf(urn, olds.get(urn), news.get(urn), form),
  );
  const root = { op: "same", urn: STACK, oldState: { urn: STACK }, newState: { urn: STACK } };
  return JSON.stringify({ steps: [root, ...steps], config, changeSummary: {} });
}

/** What differs but for marks of secrets. */
const changesOf = (before: Values, after: Values) => differences(plain(before) as Values, plain(after) as Values);

function stepOf(urn: string, old: Made | undefined, now: Made | undefined, form: Form) {
  const changed = old && now ? changesOf(old.args, now.args) : [];
  const isReplaced = old && now && replacedBy(now.type, old.args, now.args);
  const op = now?.isLookedUp
    ? "read"
    : !old
      ? "create"
      : !now
        ? "delete"
        : isReplaced
          ? "replace"
          : changed.length > 0
            ? "update"
            : "same";
  return {
    ...{ op, urn },
    ...(old && { oldState: stateOf(old, form, true) }),
    ...(now && { newState: stateOf(now, form, false) }),
    detailedDiff: Object.fromEntries(changed.map(({ path, kind }) => [path, { kind }])),
  };
}
