import { parseUrn } from "../core/pulumi/urn";
import { isSet } from "../core/schema/values";
import type { StackState } from "../insight/engine/export";
import { providerName, settingsIn } from "../insight/engine/providers";
import type { StackResource } from "../insight/engine/resource";
import { withSecretsRevealed } from "../insight/engine/secrets";
import { count } from "../insight/report/text";
import { type AccountObject, listedDefinitions, objectKey } from "./account";

const SETTING_NAMES = ["apiKey", "baseUrl"] as const;

/** The settings that identify an account. */
export type AccountSettings = Readonly<
  Partial<Record<(typeof SETTING_NAMES)[number], string | undefined>>
>;

/** Sources of the settings of a stack's providers, beside the state. */
export interface SettingSources {
  /**
   * The settings of the stack's config, else of the environment; absent if the config is unknown,
   * as it is for a file.
   */
  readonly stack?: AccountSettings;
  readonly environment: AccountSettings;
}

/**
 * Finds the resources of a stack whose providers have the settings of another account than the account that is read. A key that
 * the export encrypts counts as the key of another account. A setting that no source contains counts as equal.
 */
export function resourcesOfOtherAccounts(
  { resources }: StackState,
  readAccount: AccountSettings,
  sources: SettingSources,
): StackResource[] {
  const providers = resources.filter(({ urn }) =>
    parseUrn(urn).type.startsWith("pulumi:providers:"),
  );
  const hasOtherAccount = (provider: StackResource) => {
    const settings = providerSettings(provider, sources);
    return SETTING_NAMES.some(
      (name) => isSet(settings[name]) && !isSameSetting(name, settings[name], readAccount[name]),
    );
  };
  const urns = new Set(providers.filter(hasOtherAccount).map(({ urn }) => urn));
  return resources.filter(({ isIngress, provider }) => isIngress && urns.has(provider));
}

/** True if two values of a setting mean the same. A slash at the end of a base URL makes no difference. */
const isSameSetting = (
  name: (typeof SETTING_NAMES)[number],
  value: unknown,
  other: unknown,
): boolean => (name === "baseUrl" ? canonicalUrl(value) === canonicalUrl(other) : value === other);

const canonicalUrl = (value: unknown): string => String(value).replace(/\/+$/, "");

/** The settings that a provider has the next time it runs. */
function providerSettings(
  { urn, inputs }: StackResource,
  { stack, environment }: SettingSources,
): AccountSettings {
  const { apiKey, baseUrl } = withSecretsRevealed(settingsIn(inputs)) as AccountSettings;
  if (providerName(urn) !== "default") {
    return { apiKey: apiKey ?? environment.apiKey, baseUrl: baseUrl ?? environment.baseUrl };
  }
  // The state contains the key of the last run, which may have been rotated since: if the config is unknown, the key is, too.
  return stack ?? { baseUrl };
}

/**
 * Refuses a stack of another account.
 *
 * @throws {Error} if the stack manages objects that the API lists, and the account contains none of them.
 */
export function requireSameAccount(
  label: string,
  managedKeys: Iterable<string>,
  objects: readonly AccountObject[],
): void {
  const listed = [...managedKeys].filter((key) =>
    listedDefinitions.some(({ type }) => key.startsWith(`${type} `)),
  );
  const found = new Set(objects.map(objectKey));
  if (listed.length === 0 || listed.some((key) => found.has(key))) return;
  throw new Error(
    `stack ${label} manages ${count(listed.length, "object")} that the API lists, and this account has none of them: ` +
      "check edge-ingress:baseUrl and the API key, or add --other-account",
  );
}
