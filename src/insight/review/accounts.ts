import { NAMESPACE } from "../../core/definitions/settings";
import type { Values } from "../../core/schema/values";
import { isOpaque } from "../ingress/blocks";
import type { Preview, Step } from "../stack/preview";
import type { StackResource } from "../stack/resource";

/** A provider of a stack: the account, and the process, by which resources are managed. */
export interface Provider {
  /** `default` if the program names none, whatever the form of the resources. */
  readonly name: string;
  /** Of the plugin, if the preview shows it. */
  readonly version?: string;
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

/** The providers of a preview, by their URNs. One that the preview leaves out has the settings of the stack. */
export function providersIn({ steps, config }: Preview): (urn: string) => Provider {
  const known = new Map(
    steps
      .filter(({ urn }) => urn.includes("::pulumi:providers:"))
      .map((step): [string, Provider] => [step.urn, providerOf(step)]),
  );
  const { baseUrl, apiKey } = withoutNamespace(config);
  return (urn) => known.get(urn) ?? { name: providerName(urn), baseUrl, apiKey, isMoved: false };
}

function providerOf({ urn, before, after }: Step): Provider {
  const [old, now] = [settingsOf(before), settingsOf(after ?? before)];
  const { version, baseUrl, apiKey } = now;
  const isMoved = before !== undefined && after !== undefined && addressOf(old.baseUrl) !== addressOf(baseUrl);
  return { name: providerName(urn), ...(typeof version === "string" && { version }), baseUrl, apiKey, isMoved };
}

/** The settings of a provider, of the plugin or of dynamic resources. */
export const settingsOf = (provider: StackResource | undefined): Values => withoutNamespace(provider?.inputs ?? {});

const withoutNamespace = (settings: Values): Values =>
  Object.fromEntries(Object.entries(settings).map(([key, value]) => [key.replace(`${NAMESPACE}:`, ""), value]));

/** An address in one spelling. */
const addressOf = (baseUrl: unknown): unknown =>
  typeof baseUrl === "string" && URL.canParse(baseUrl) ? new URL(baseUrl).href.replace(/\/$/, "") : baseUrl;

/** The engine adds a version to the name of a default provider. */
const providerName = (urn: string): string => (urn.split("::").at(-1) ?? "").replace(/^default_.*$/, "default");
