import * as proto from "@pulumi/pulumi/proto/provider_pb";
import { NAMESPACE, settings } from "../../core/definitions/settings";
import { createProvider, type Provider } from "../../core/provider/provider";
import { UNKNOWN, unwrapSecrets } from "../../core/pulumi/engine-values";
import { parseUrn } from "../../core/pulumi/urn";
import { notAnArgument } from "../../core/schema/problem";
import { type ReadSetting, readSettings } from "../../core/schema/read-settings";
import { isSet, type Values } from "../../core/schema/values";
import { engineHasProgram, type LogForResource } from "./engine-log";
import {
  readProperties,
  toCheckFailures,
  toDiffResponse,
  toProperties,
  toValues,
} from "./properties";

const environment: ReadSetting = (name) => process.env[name];

/** The prefix of settings in stack config. */
const PREFIX = `${NAMESPACE}:`;

const SETTINGS = Object.keys(settings);

/** Inputs that are not settings of the provider: the engine's options, and the setting that programs in TypeScript read. */
const OTHER_INPUTS = ["version", "pluginDownloadURL", "plugin"];

/** Checks the settings of a provider, so that a preview reports their problems. */
export function checkConfig(request: proto.CheckRequest): proto.CheckResponse {
  const { values, secretPaths } = readProperties(settings, request.getNews());
  const known = [...SETTINGS, ...OTHER_INPUTS];
  const unknown = Object.keys(values).filter(
    (name) => isSet(values[name]) && !known.includes(name),
  );
  const read = readSettings(settings, {
    namespace: NAMESPACE,
    config: settingReader(values),
    environment,
  });
  // Users know the settings of the stack by their names in stack config, and those of a `Provider` by its arguments.
  const prefix = isDefault(parseUrn(request.getUrn()).name, values) ? PREFIX : "";
  const problems = [
    ...unknown.map((name) => notAnArgument(name, SETTINGS, prefix)),
    ...read.problems.map(({ path, reason }) => ({ path: path.replace(PREFIX, prefix), reason })),
  ];
  return new proto.CheckResponse()
    .setInputs(toProperties(settings, values, secretPaths))
    .setFailuresList(toCheckFailures(problems));
}

/** Compares settings. A change of a setting forces no replacement: the objects stay where they are. */
export function diffConfig(request: proto.DiffRequest): proto.DiffResponse {
  const olds = unwrapSecrets(toValues(request.getOlds())) as Values;
  const news = unwrapSecrets(toValues(request.getNews())) as Values;
  // The old settings of a provider of dynamic resources have their names in stack config.
  const changed = SETTINGS.filter(
    (name) => settingText(olds[name] ?? olds[PREFIX + name]) !== settingText(news[name]),
  );
  return toDiffResponse(changed);
}

/**
 * The provider with the settings of a request.
 *
 * @param isOfProgram Whether the running program states the settings.
 */
export function createConfiguredProvider(
  request: proto.ConfigureRequest,
  logFor: LogForResource,
  engineAddress: string | undefined,
  isOfProgram: boolean,
): Provider {
  const values = unwrapSecrets(toValues(request.getArgs())) as Values;
  const name = request.getName() ?? "";
  const urn = request.getUrn() ?? "";
  const options = {
    config: settingReader(values),
    environment,
    engineAddress,
    log: logFor(urn),
    isOfProgram: () => isOfProgram,
  };
  const withEngine =
    engineAddress === undefined
      ? options
      : { ...options, engineHasProgram: () => engineHasProgram(engineAddress) };
  if (isDefault(name, values)) return createProvider(withEngine);
  return createProvider({ ...withEngine, providerName: name, providerUrn: urn });
}

/**
 * True if the engine has created a provider from the stack's configuration. The engine composes its name of `default`, the version,
 * and the download address of the plugin, which are among the inputs. A provider of the program may have any other name.
 */
function isDefault(name: string, { version, pluginDownloadURL }: Values): boolean {
  const suffix = isSet(version) ? `_${String(version).replace(/[^0-9A-Za-z]/g, "_")}` : "";
  const composed = `default${suffix}`;
  if (name === "" || name === composed) return true;
  return isSet(pluginDownloadURL) && name.startsWith(`${composed}_`);
}

/** A function that returns a setting by its name in stack config. */
const settingReader =
  (values: Values): ReadSetting =>
  (key) => {
    // In the update that migrates a stack to the plugin, the engine passes the state of a provider of dynamic resources.
    const value = values[key.slice(PREFIX.length)] ?? values[key];
    return value === UNKNOWN ? undefined : settingText(value);
  };

/**
 * The text of a setting. A language passes numbers as numbers or as texts, and may pass a value of an enumeration as JSON:
 * `"disable"`, with the quotation marks.
 */
function settingText(value: unknown): string | undefined {
  if (!isSet(value)) return undefined;
  const text = String(value);
  return /^"[a-z]*"$/.test(text) ? text.slice(1, -1) : text;
}
