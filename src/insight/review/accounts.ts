import { NAMESPACE } from "../../core/definitions/settings";
import { isSet, type Values } from "../../core/schema/values";
import { isOpaque } from "../ingress/blocks";
import type { Preview, Step } from "../stack/preview";
import type { StackResource } from "../stack/resource";

/** A provider of a stack: the account, and the process, by which resources are managed. */
export interface Provider {
  /** `default` if the program names none, whatever the form of the resources. */
  readonly name: string;
  readonly baseUrl: unknown;
  readonly apiKey: unknown;
  /** The preview shows it with another address before the change. */
  readonly isMoved: boolean;
}

/** What two providers are known to share; `address` if the key of at least one of them is not shown. */
export function sharedBy(one: Provider, other: Provider): "account" | "address" | "nothing" {
  if (isOpaque(one.baseUrl) || addressOf(one.baseUrl) !== addressOf(other.baseUrl)) return "nothing";
  const keys = [one.apiKey, other.apiKey];
  if (!keys.some(isOpaque)) return keys[0] === keys[1] ? "account" : "nothing";
  return typeof one.baseUrl === "string" ? "address" : "nothing";
}

/**
 * The providers of a preview, by their URNs. One that the preview leaves out has the settings of the stack. The preview shows
 * these as they will be; how they were, the addresses of objects show.
 */
export function providersIn({ steps, config }: Preview): (urn: string) => Provider {
  const addresses = new Map(
    steps.flatMap(({ before }) => (before?.isIngress ? [[before.provider, before.outputs.uri] as const] : [])),
  );
  const known = new Map(
    steps.flatMap((step) => (step.urn.includes("::pulumi:providers:") ? [[step.urn, providerOf(step)] as const] : [])),
  );
  const { baseUrl, apiKey } = withoutNamespace(config);
  return (urn) => {
    const own = known.get(urn) ?? { name: providerName(urn), baseUrl: undefined, apiKey, isMoved: false };
    if (isSet(own.baseUrl)) return own;
    const uri = addresses.get(urn);
    const isElsewhere = typeof baseUrl === "string" && typeof uri === "string" && !isBelow(uri, baseUrl);
    return { ...own, baseUrl, isMoved: own.isMoved || isElsewhere };
  };
}

/** The first resource of each provider that a change keeps, by the provider's name: it is reported for all others. */
export const firstOfProviders = ({ steps }: Preview): ReadonlyMap<string, string> =>
  new Map(
    steps
      .toReversed()
      .flatMap(({ urn, before, after }) => (before?.isIngress && after ? [[providerName(after.provider), urn]] : [])),
  );

function providerOf({ urn, before, after }: Step): Provider {
  const [old, now] = [settingsOf(before), settingsOf(after ?? before)];
  const { baseUrl, apiKey } = now;
  const isMoved = before !== undefined && after !== undefined && addressOf(old.baseUrl) !== addressOf(baseUrl);
  return { name: providerName(urn), baseUrl, apiKey, isMoved };
}

/** The settings of a provider, of the plugin or of dynamic resources. */
export const settingsOf = (provider: StackResource | undefined): Values => withoutNamespace(provider?.inputs ?? {});

const withoutNamespace = (settings: Values): Values =>
  Object.fromEntries(Object.entries(settings).map(([key, value]) => [key.replace(`${NAMESPACE}:`, ""), value]));

const isBelow = (uri: string, baseUrl: string): boolean => uri.startsWith(`${addressOf(baseUrl)}/`);

/** An address in one spelling. */
const addressOf = (baseUrl: unknown): unknown =>
  typeof baseUrl === "string" && URL.canParse(baseUrl) ? new URL(baseUrl).href.replace(/\/$/, "") : baseUrl;

/** The engine adds a version to the name of a default provider. */
const providerName = (urn: string): string => (urn.split("::").at(-1) ?? "").replace(/^default_.*$/, "default");
