import { isDeepStrictEqual } from "node:util";
import { addressOutsideBaseUrl, baseUrlDigest } from "../../core/schema/object-address";
import { isSet, type Values } from "../../core/schema/values";
import type { Preview, Step } from "../engine/preview";
import { providerName, settingsIn } from "../engine/providers";
import { hiddenIn } from "../ingress/value";

/** A provider of a stack: its address and key decide about the account. */
export interface Provider {
  /** `default` if the program names none, whatever the form of the resources. */
  readonly name: string;
  readonly baseUrl: unknown;
  readonly apiKey: unknown;
  readonly routeDeletion: unknown;
  /** The URN of the first of its resources that a change keeps: changes of its settings are reported there, for all of them. */
  readonly first: string | undefined;
  /** Its base URL changes. */
  readonly isMoved: boolean;
  /** It gets another key, which may be of another account. */
  readonly hasOtherKey: boolean;
}

/** Finds a provider of a preview by its URN. */
export type Providers = (urn: string) => Provider;

/** The parts that two providers are known to share; `address` if the key of at least one of them is not shown. */
export function sharedBy(first: Provider, second: Provider): "account" | "address" | "nothing" {
  if (hiddenIn(first.baseUrl) || addressOf(first.baseUrl) !== addressOf(second.baseUrl))
    return "nothing";
  const isKnown = !hiddenIn(first.apiKey) && !hiddenIn(second.apiKey);
  if (isKnown) return first.apiKey === second.apiKey ? "account" : "nothing";
  return typeof first.baseUrl === "string" ? "address" : "nothing";
}

/**
 * The providers of a preview. A provider that the preview leaves out has the settings of the stack. The preview shows these
 * settings after the change alone: whether the base URL was another before shows in the addresses of the objects in the state.
 */
export function providersIn(preview: Preview): Providers {
  const settingsOfStack = settingsIn(preview.config);
  const steps = new Map(preview.steps.map((step) => [step.urn, step]));
  const managed = preview.steps.filter(({ before }) => before?.isIngress);
  const byProvider = Map.groupBy(managed, ({ before }) => before?.provider ?? "");
  const kept = managed.filter(({ after }) => after);
  const keptByName = Map.groupBy(kept, ({ after }) => providerName(after?.provider ?? ""));
  // A refresh finds what is on the server, and nobody changes the settings of a stack there.
  const mayChange = preview.kind === "preview";

  const read = (urn: string): Provider => {
    const name = providerName(urn);
    const step = steps.get(urn);
    const sides = settingsOfStep(step);
    const isStated = isSet(sides.after.baseUrl);
    const baseUrl = isStated ? sides.after.baseUrl : settingsOfStack.baseUrl;
    const isRestated = addressOf(sides.before.baseUrl) !== addressOf(sides.after.baseUrl);
    const isMadeElsewhere =
      !isStated && (byProvider.get(urn) ?? []).some((made) => isOfOtherBase(made, baseUrl));
    const { routeDeletion } = sides.after;
    return {
      name,
      baseUrl,
      apiKey: step ? sides.after.apiKey : settingsOfStack.apiKey,
      routeDeletion:
        typeof routeDeletion === "string" ? routeDeletion : settingsOfStack.routeDeletion,
      first: keptByName.get(name)?.[0]?.urn,
      isMoved: mayChange && (isRestated || isMadeElsewhere),
      hasOtherKey: mayChange && step !== undefined && getsOtherKey(step),
    };
  };
  // Many resources have one provider, so each provider is read once.
  const providers = new Map<string, Provider>();
  return (urn) => {
    const provider = providers.get(urn) ?? read(urn);
    providers.set(urn, provider);
    return provider;
  };
}

/** The settings of a provider on both sides of a change. On a side without the provider, they are those of the other side. */
function settingsOfStep(step: Step | undefined): {
  readonly before: Values;
  readonly after: Values;
} {
  const { before, after } = step ?? {};
  return {
    before: settingsIn((before ?? after)?.inputs),
    after: settingsIn((after ?? before)?.inputs),
  };
}

/** Whether an object was made at another base URL: it is not below this base URL, and the state does not name a gateway. */
function isOfOtherBase({ before }: Step, baseUrl: unknown): boolean {
  const { uri, __servedBy: recorded } = before?.outputs ?? {};
  const other = typeof baseUrl === "string" ? addressOutsideBaseUrl(baseUrl, uri) : undefined;
  return other !== undefined && recorded !== baseUrlDigest(other.base);
}

/**
 * Whether a provider that stays gets another key, or a key that it did not have. The engine masks the key on both sides, and may
 * report no path. If an update of a provider shows no difference at all, it is the key that changes.
 */
function getsOtherKey({ op, before, after, changed }: Step): boolean {
  if (op !== "update" || !before || !after) return false;
  const was = settingsIn(before.inputs);
  const now = settingsIn(after.inputs);
  if (isSet(was.apiKey) !== isSet(now.apiKey) || changed.includes("apiKey")) return true;
  return Object.keys({ ...was, ...now }).every((name) => isDeepStrictEqual(was[name], now[name]));
}

/** An address in the form that all of its spellings share. */
const addressOf = (baseUrl: unknown): unknown =>
  typeof baseUrl === "string" && URL.canParse(baseUrl)
    ? new URL(baseUrl).href.replace(/\/$/, "")
    : baseUrl;
