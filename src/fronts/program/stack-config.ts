import * as pulumi from "@pulumi/pulumi";
import { NAMESPACE } from "../../core/definitions/settings";

/** The SDK exports `isConfigSecret` without declaring it. */
const { isConfigSecret } = pulumi.runtime as { isConfigSecret?(key: string): boolean };

/** A setting in stack config, as a secret if it was set with `--secret`; undefined if it is not set. */
export function settingOfStack(name: string): pulumi.Output<string> | string | undefined {
  const value = new pulumi.Config(NAMESPACE).get(name);
  return value !== undefined && isSecretSetting(name) ? pulumi.secret(value) : value;
}

/** True if a setting in stack config was set with `--secret`; undefined if the SDK does not export `isConfigSecret`. */
export const isSecretSetting = (name: string): boolean | undefined =>
  isConfigSecret?.(`${NAMESPACE}:${name}`);
