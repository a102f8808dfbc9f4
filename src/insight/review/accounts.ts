import { NAMESPACE } from "../../core/definitions/settings";
import { isSet, type Values } from "../../core/schema/values";
import { isOpaque } from "../ingress/blocks";
import type { Preview } from "../stack/preview";
import type { StackResource } from "../stack/resource";
import type { Step } from "../stack/step";

/** A provider of a stack: the account, and the process, by which resources are managed. */
export interface Provider {
  /** `default` if the program names none, whatever the form of the resources. */
  readonly name: string;
  readonly baseUrl: unknown;
  readonly apiKey: unknown;
  /** The preview shows it with another address before the change. */
  readonly isMoved: boolean;
}

/** Whether two providers are known to lead to the same account. */
export const isSameAccount = (one: Provider, other: Provider): boolean =>
  addressOf(one.baseUrl) === addressOf(other.baseUrl) &&
  one.apiKey === other.apiKey &&
  !isOpaque(one.baseUrl) &&
  !isOpaque(one.apiKey);

/** Whether two providers are known to have the same address, and the key of at least one is not shown. */
export const isSameAddress = (one: Provider, other: Provider): boolean =>
  typeof one.baseUrl === "string" &&
  !isOpaque(one.baseUrl) &&
  addressOf(one.baseUrl) === addressOf(other.baseUrl) &&
  (isOpaque(one.apiKey) || isOpaque(other.apiKey));

/**
 * The providers of a preview, by their URNs. One that the preview leaves out has the settings of the stack. The preview shows
 * these as they will be; how they were, the addresses of objects show.
 */
export function providersIn({ steps, config }: Preview): (urn: string) => Provider {
  const addresses = new Map(
    steps.flatMap(({ before }) => (before?.isIngress ? [[before.provider, before.outputs.uri] as const] : [])),
  );
  const known = new Map(
    steps
      .filter(({ urn }) => urn.includes("::pulumi:providers:"))
      .map((step): [string, Provider] => [step.urn, providerOf(step)]),
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
