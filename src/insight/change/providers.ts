import { isDeepStrictEqual } from "node:util";
import { addressOutsideBaseUrl, baseUrlDigest } from "../../core/schema/object-address";
import { isSet, type Values } from "../../core/schema/values";
import type { Preview } from "../engine/preview";
import { providerName, settingsIn } from "../engine/providers";
import type { Step } from "../engine/resource-step";
import { hiddenIn } from "../ingress/value";

/** A provider of a stack: its address and key decide about the account. */
export interface Provider {
  /** `default` if the program names none, for dynamic resources and for those of the plugin. */
  readonly name: string;
  readonly baseUrl: unknown;
  readonly apiKey: unknown;
  readonly routeDeletion: unknown;
  /** The URN of the provider's first resource that a change keeps: changes of settings are reported there, for all its resources. */
  readonly first: string | undefined;
  /** True if the base URL changes. */
  readonly isMoved: boolean;
  /** True if the provider gets another key, which may be of another account. */
  readonly hasOtherKey: boolean;
}

/** Finds a provider of a preview by its URN. */
export type Providers = (urn: string) => Provider;

/** The providers of a preview. Many resources have the same provider, so each provider is read once. */
export function readProviders(preview: Preview): Providers {
  const facts = factsOf(preview);
  const known = new Map<string, Provider>();
  return (urn) => {
    const provider = known.get(urn) ?? readProvider(urn, facts);
    known.set(urn, provider);
    return provider;
  };
}

/** The parts of a preview by which its providers are read. */
interface Facts {
  readonly settingsOfStack: Values;
  /** The steps by the URNs of their resources. */
  readonly steps: ReadonlyMap<string, Step>;
  /** The steps of this package's resources by the URNs of the providers that managed them before the change. */
  readonly managedBefore: ReadonlyMap<string, readonly Step[]>;
  /** The steps of resources that the change keeps, by the names of the providers that manage them after the change. */
  readonly keptByName: ReadonlyMap<string, readonly Step[]>;
  /** False for a refresh: it finds the changes on the server, not those of settings. */
  readonly mayChange: boolean;
}

function factsOf({ config, steps, kind }: Preview): Facts {
  const managed = steps.filter(({ before }) => before?.isIngress);
  const kept = managed.filter(({ after }) => after);
  return {
    settingsOfStack: settingsIn(config),
    steps: new Map(steps.map((step) => [step.urn, step])),
    managedBefore: Map.groupBy(managed, ({ before }) => before?.provider ?? ""),
    keptByName: Map.groupBy(kept, ({ after }) => providerName(after?.provider ?? "")),
    mayChange: kind === "preview",
  };
}

function readProvider(urn: string, facts: Facts): Provider {
  const name = providerName(urn);
  const step = facts.steps.get(urn);
  // The preview leaves out a default provider without settings: it has the settings of the stack.
  const settings = settingsAfter(step, facts.settingsOfStack);
  return {
    name,
    ...settings,
    first: facts.keptByName.get(name)?.[0]?.urn,
    isMoved: facts.mayChange && isMoved(urn, settings, facts),
    hasOtherKey: facts.mayChange && step !== undefined && getsOtherKey(step),
  };
}

/**
 * The settings of a provider after the change. A provider takes an address and a `routeDeletion` that it does not state from the stack.
 * Its key is in its inputs, unless the preview leaves the provider out.
 */
function settingsAfter(
  step: Step | undefined,
  settingsOfStack: Values,
): Pick<Provider, "baseUrl" | "apiKey" | "routeDeletion"> {
  const { baseUrl, apiKey, routeDeletion } = settingsOfSides(step).after;
  return {
    baseUrl: isSet(baseUrl) ? baseUrl : settingsOfStack.baseUrl,
    apiKey: step ? apiKey : settingsOfStack.apiKey,
    routeDeletion:
      typeof routeDeletion === "string" ? routeDeletion : settingsOfStack.routeDeletion,
  };
}

/** The settings of a provider on both sides of a change. On a side without the provider, they are those of the other side. */
function settingsOfSides(step: Step | undefined): {
  readonly before: Values;
  readonly after: Values;
} {
  const { before, after } = step ?? {};
  return {
    before: settingsIn((before ?? after)?.inputs),
    after: settingsIn((after ?? before)?.inputs),
  };
}

/**
 * True if the base URL of a provider changes. A preview shows the settings of a stack after the change alone: the addresses of
 * objects in the state show whether the stack had another base URL before.
 */
function isMoved(urn: string, { baseUrl }: Pick<Provider, "baseUrl">, facts: Facts): boolean {
  const { before, after } = settingsOfSides(facts.steps.get(urn));
  const areAlikeShown = hiddenIn(before.baseUrl) === hiddenIn(after.baseUrl);
  // A base URL that the program or the stack has just marked as a secret cannot be compared with the plaintext before.
  if (areAlikeShown && addressOf(before.baseUrl) !== addressOf(after.baseUrl)) return true;
  if (isSet(after.baseUrl)) return false;
  return (facts.managedBefore.get(urn) ?? []).some((step) => isCreatedElsewhere(step, baseUrl));
}

/** True if an object was made at another base URL: it is not below this base URL, and the state does not name a gateway. */
function isCreatedElsewhere({ before }: Step, baseUrl: unknown): boolean {
  const { uri, __servedBy: recorded } = before?.outputs ?? {};
  const other = typeof baseUrl === "string" ? addressOutsideBaseUrl(baseUrl, uri) : undefined;
  return other !== undefined && recorded !== baseUrlDigest(other.base);
}

/**
 * True if a provider that stays gets another key, or a key that it did not have. The engine masks the key on both sides, and may
 * report no path. If an update of a provider shows no difference at all, the key or another secret setting changes.
 */
function getsOtherKey({ op, before, after, changed }: Step): boolean {
  if (op !== "update" || !before || !after) return false;
  const was = settingsIn(before.inputs);
  const now = settingsIn(after.inputs);
  if (isSet(was.apiKey) !== isSet(now.apiKey) || changed.includes("apiKey")) return true;
  return Object.keys({ ...was, ...now }).every((name) => isDeepStrictEqual(was[name], now[name]));
}

/** The parts that two providers are known to share; `address` if the key of at least one of them is not shown. */
export function sharedBy(first: Provider, second: Provider): "account" | "address" | "nothing" {
  if (!hasSameAddress(first, second)) return "nothing";
  const areKeysShown = !hiddenIn(first.apiKey) && !hiddenIn(second.apiKey);
  if (!areKeysShown) return "address";
  return first.apiKey === second.apiKey ? "account" : "nothing";
}

/** True if two providers have the same address. Two providers without a base URL take it from the same environment. */
const hasSameAddress = (first: Provider, second: Provider): boolean =>
  !hiddenIn(first.baseUrl) && addressOf(first.baseUrl) === addressOf(second.baseUrl);

/** An address in the form that all of its spellings share. */
const addressOf = (baseUrl: unknown): unknown =>
  typeof baseUrl === "string" && URL.canParse(baseUrl)
    ? new URL(baseUrl).href.replace(/\/$/, "")
    : baseUrl;
