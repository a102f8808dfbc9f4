import { isDeepStrictEqual } from "node:util";
import { digestOfBase, otherAddress } from "../../core/schema/object-address";
import { isSet } from "../../core/schema/values";
import type { Preview, Step } from "../engine/preview";
import { providerName, settingsIn } from "../engine/providers";
import { hiddenIn } from "../ingress/value";

/** Finds the providers of a preview by their URNs. */
export type Providers = ReturnType<typeof providersIn>;

/** A provider of a stack: its address and key, which decide the account, and how it deletes routes. */
export type Provider = ReturnType<Providers>;

/** What two providers are known to share; `address` if the key of at least one of them is not shown. */
export function sharedBy(one: Provider, other: Provider): "account" | "address" | "nothing" {
  if (hiddenIn(one.baseUrl) || addressOf(one.baseUrl) !== addressOf(other.baseUrl)) return "nothing";
  const keys = [one.apiKey, other.apiKey];
  if (!keys.some(hiddenIn)) return keys[0] === keys[1] ? "account" : "nothing";
  return typeof one.baseUrl === "string" ? "address" : "nothing";
}

/**
 * The providers of a preview, by their URNs. A provider that the preview leaves out has the settings of the stack. The preview
 * shows these settings after the change alone: what a state records of its objects shows whether the address was another before.
 */
export function providersIn({ kind, steps, config }: Preview) {
  const managed = steps.filter(({ before }) => before?.isIngress);
  const kept = managed.filter(({ after }) => after);
  const byProvider = Map.groupBy(kept, ({ after }) => providerName(after?.provider ?? ""));
  const ofStack = settingsIn(config);
  const known = new Map(steps.map((step) => [step.urn, step]));
  const made = Map.groupBy(managed, ({ before }) => before?.provider ?? "");
  return (urn: string) => {
    const { before, after = before } = known.get(urn) ?? {};
    const old = settingsIn((before ?? after)?.inputs);
    const own = settingsIn(after?.inputs);
    const name = providerName(urn);
    const isOwn = isSet(own.baseUrl);
    const baseUrl = isOwn ? own.baseUrl : ofStack.baseUrl;
    const isMadeElsewhere = made.get(urn)?.some((step) => isOfOtherBase(step, baseUrl)) ?? false;
    return {
      /** `default` if the program names none, whatever the form of the resources. */
      name,
      baseUrl,
      /** The first of its resources that a change keeps: a new address of the provider is reported there, for all of them. */
      first: byProvider.get(name)?.[0]?.urn,
      /**
       * The preview shows it with another address before the change. A refresh finds what is on the server, and nobody changes
       * a stack's configuration there.
       */
      isMoved: kind === "preview" && (addressOf(old.baseUrl) !== addressOf(own.baseUrl) || (!isOwn && isMadeElsewhere)),
      /** Another key may be of another account. */
      hasOtherKey: kind === "preview" && before !== undefined && isOtherKey(known.get(urn)),
      apiKey: (known.has(urn) ? own : ofStack).apiKey,
      routeDeletion: typeof own.routeDeletion === "string" ? own.routeDeletion : ofStack.routeDeletion,
    };
  };
}

/** Whether an object was made at another base URL: it is not below this base URL, and the state says of no gateway. */
function isOfOtherBase({ before }: Step, baseUrl: unknown): boolean {
  const { uri, __servedBy: recorded } = before?.outputs ?? {};
  const other = typeof baseUrl === "string" ? otherAddress(baseUrl, uri) : undefined;
  return other !== undefined && recorded !== digestOfBase(other.base);
}

/** Whether a provider that stays gets another key, or a key that it did not have: the engine prints no key, and may print no difference. */
function isOtherKey(step: Step | undefined): boolean {
  const { op, before, after } = step ?? {};
  if (op !== "update" || !before || !after) return false;
  const old = settingsIn(before.inputs);
  const now = settingsIn(after.inputs);
  const isSame = Object.keys({ ...old, ...now }).every((name) => isDeepStrictEqual(old[name], now[name]));
  return isSet(old.apiKey) !== isSet(now.apiKey) || step?.changed.includes("apiKey") || isSame;
}

/** An address in one spelling. */
const addressOf = (baseUrl: unknown): unknown =>
  typeof baseUrl === "string" && URL.canParse(baseUrl) ? new URL(baseUrl).href.replace(/\/$/, "") : baseUrl;
