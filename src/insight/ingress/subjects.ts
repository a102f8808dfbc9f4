import { NAMESPACE } from "../../core/definitions/settings";
import { parseUrn } from "../../core/schema/urn";
import type { Values } from "../../core/schema/values";
import type { Preview, Step } from "../stack/preview";
import type { StackResource } from "../stack/resource";
import { settingsOf } from "./accounts";
import { revealed } from "./differences";
import { keysOf } from "./identity";
import { type Configuration, type IngressObject, ingressOf } from "./ingress";
import { type ObjectKind, titleOf } from "./kinds";
import type { Entry, LeftBy, Part } from "./parts";
import { coverOf } from "./routing";

/** A route, an edge, or an object of the account, before and after a change. */
export interface Subject {
  readonly kind: ObjectKind;
  readonly key: string;
  readonly name: string;
  /** `retained`: the program no longer manages the object, which stays on the server as it is. */
  readonly fate: "kept" | "new" | "deleted" | "retained";
  /** It is another object after the change, and the old one is gone. */
  readonly isReplaced: boolean;
  /** It is another object after the change, and the old one stays on the server: that is a subject of its own. */
  readonly isLeftBehind: boolean;
  readonly before: Configuration;
  readonly after: Configuration;
  /** Whether a route that the program no longer declares stays on the server, and serves nothing. */
  readonly isDisabled: boolean;
}

/** The ingress before and after a change, object by object. */
export function subjectsOf(preview: Preview): Subject[] {
  const fates = fatesOf(preview, ({ op }) => op === "delete" || op === "read");
  const isDestroy = preview.steps.some(
    ({ op, urn }) => op === "delete" && parseUrn(urn).type === "pulumi:pulumi:Stack",
  );
  const created = new Set(
    preview.steps.flatMap(({ before, after, urn }) => (!before && after?.isIngress ? [urn] : [])),
  );
  const before = preview.steps.flatMap(entryBefore);
  const after = preview.steps.flatMap((step) => entryAfter(step, fates.get(step.urn), created));
  const keyOf = keysOf(before, after);
  const [olds, news] = [ingressOf(before, keyOf), ingressOf(after, keyOf, true)];
  const replaced = fatesOf(preview, ({ op }) => op.includes("replace"));
  const subjects = [...new Set([...olds.keys(), ...news.keys()])].flatMap((key) => {
    const [old, now] = [olds.get(key), news.get(key)];
    const leftBy = now?.entry?.op.includes("replace") && replaced.get(old?.own?.source.urn ?? "")?.leftBy;
    const staying = leftBy ? leftBehind(old, leftBy) : [];
    const own = subjectOf(old, now, fates, isDestroy);
    return staying.length === 0
      ? own
      : [...own.map((each) => ({ ...each, isReplaced: false, isLeftBehind: true })), ...staying];
  });
  return withEdges(subjects);
}

/** Each route with the modules of its edge, whichever resources declare them. */
function withEdges(subjects: readonly Subject[]): Subject[] {
  const edges = new Map(subjects.flatMap((each) => (each.kind === "httpsEdge" ? [[each.key, each] as const] : [])));
  const withEdge = (configuration: Configuration, side: "before" | "after"): Configuration => {
    const edge = edges.get(coverOf(configuration)?.edge ?? "");
    return edge ? { ...configuration, passed: { ...edge[side].modules, ...configuration.modules } } : configuration;
  };
  return subjects.map((subject) =>
    subject.kind === "httpsEdgeRoute"
      ? { ...subject, before: withEdge(subject.before, "before"), after: withEdge(subject.after, "after") }
      : subject,
  );
}

function entryBefore({ op, before, changed }: Step): Entry[] {
  return before?.isIngress ? [{ resource: before, values: recordedValues(before), changed, op }] : [];
}

const recordedValues = ({ outputs, inputs }: StackResource): Values =>
  Object.keys(outputs).length > 0 ? outputs : inputs;

function entryAfter(step: Step, fate: Fate | undefined, created: ReadonlySet<string>): Entry[] {
  const { op, before, after, changed } = step;
  if (before?.isIngress && fate?.leftBy) {
    return [{ resource: before, values: recordedValues(before), changed: [], op, leftBy: fate.leftBy }];
  }
  if (!after?.isIngress) return [];
  const values = valuesAfter(op, before, after);
  const sources = Object.entries(after.dependencies);
  const derived = sources.flatMap(([name, urns]) => (urns.some((urn) => created.has(urn)) ? [name] : []));
  return [{ resource: after, values, changed, op, derived, ...(before && { previous: before.outputs }) }];
}

function subjectOf(
  before: IngressObject | undefined,
  after: IngressObject | undefined,
  fates: ReadonlyMap<string, Fate>,
  isDestroy: boolean,
): Subject[] {
  const known = after?.own ? after : (before ?? after);
  if (!known) return [];
  const [old, now] = [before?.own, after?.own];
  const fate = now?.leftBy ? "retained" : !known.own || (old && now) ? "kept" : now ? "new" : "deleted";
  const isReplaced = after?.entry?.op.includes("replace") || old?.source.urn !== now?.source.urn;
  const { isDisabled = false } = fates.get(old?.source.urn ?? "") ?? {};
  const modules = { ...stayingModules(before, now, isDestroy), ...after?.modules };
  return [
    {
      kind: known.kind,
      key: known.key,
      name: titleOf({ edgeId: before?.edgeId ?? after?.edgeId, ...known }),
      fate,
      isReplaced: fate === "kept" && isReplaced,
      isLeftBehind: false,
      ...settled({ modules: {}, ...before }, { ...after, modules }),
      isDisabled: fate === "deleted" && isDisabled,
    },
  ];
}

/** The old object of a replacement that does not delete it, with the modules that stay on it. */
function leftBehind(old: IngressObject | undefined, leftBy: LeftBy): Subject[] {
  if (!old?.own) return [];
  const own = { ...old.own, leftBy };
  const stated = Object.entries(old.modules).filter(([, { source }]) => source.prefix !== "");
  const modules = { ...stayingModules(old, own, false), ...Object.fromEntries(stated) };
  return [
    {
      ...{ kind: old.kind, key: `${old.key}, left behind`, name: titleOf(old), fate: "retained" },
      ...{ isReplaced: false, isLeftBehind: false, isDisabled: false },
      before: { own: old.own, modules: old.modules, passed: old.modules },
      after: { own, modules, passed: modules },
    },
  ];
}

/** A refresh finds the object otherwise than the program declared it. Of what stays the same, no secret mark hides anything. */
function valuesAfter(op: string, before: StackResource | undefined, after: StackResource): Values {
  if (op === "refresh") return after.outputs;
  return op === "same" && before ? recordedValues(before) : after.inputs;
}

type Declared = Omit<Configuration, "passed">;

/** Both sides, with the secrets in one that the other shows. */
function settled(before: Declared, after: Declared): Pick<Subject, "before" | "after"> {
  const withRevealed = (one: Declared, other: Declared): Configuration => {
    const modules = Object.fromEntries(
      Object.entries(one.modules).map(([name, part]) => [name, revealed(part, other.modules[name])]),
    );
    return { ...one, ...(one.own && { own: revealed(one.own, other.own) }), modules, passed: modules };
  };
  return { before: withRevealed(before, after), after: withRevealed(after, before) };
}

/** The modules that the program no longer declares, and that stay on the server as they are. */
function stayingModules(
  before: IngressObject | undefined,
  now: Part | undefined,
  isDestroy: boolean,
): Record<string, Part> {
  const leftBy = ({ source }: Part): LeftBy | undefined => {
    if (source.prefix === "")
      return source.goesWithRoute && !(isDestroy && source.isKeptByPlugin) ? now?.leftBy : undefined;
    const isRetained = now?.values.retainRemovedModules === true && source.urn === now.source.urn;
    return isRetained ? "retainRemovedModules" : undefined;
  };
  return Object.fromEntries(
    Object.entries(before?.modules ?? {}).flatMap(([name, part]) => {
      const reason = leftBy(part);
      return reason ? [[name, { ...part, leftBy: reason }]] : [];
    }),
  );
}

/** What becomes of an object that the program no longer manages. */
interface Fate {
  readonly leftBy?: LeftBy;
  readonly isDisabled?: boolean;
}

/** By the URNs of the resources whose objects the program no longer manages. */
function fatesOf({ steps, config }: Preview, isGivenUp: (step: Step) => boolean): ReadonlyMap<string, Fate> {
  const providers = new Map(steps.map((step) => [step.urn, step.after ?? step.before]));
  const given = steps.filter((step) => step.before?.isIngress && isGivenUp(step));
  return new Map(given.map((step) => [step.urn, fateOf(step, config, providers)]));
}

function fateOf({ op, before }: Step, config: Values, providers: ReadonlyMap<string, StackResource | undefined>): Fate {
  if (op === "read") return { leftBy: "lookup" };
  if (before?.retainOnDelete) return { leftBy: "retainOnDelete" };
  if (before?.type !== "HttpsEdgeRoute") return {};
  const { routeDeletion } = settingsOf(providers.get(before.provider));
  const policy = typeof routeDeletion === "string" ? routeDeletion : config[`${NAMESPACE}:routeDeletion`];
  return policy === "retain" ? { leftBy: "routeDeletion" } : { isDisabled: policy === "disable" };
}
