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

/** Of settings in stack config. */
const PREFIX = `${NAMESPACE}:`;

const SETTINGS = Object.keys(settings);

/** Other inputs: the engine's own options of a provider, and the setting that programs in TypeScript read. */
const OTHERS = ["version", "pluginDownloadURL", "plugin"];

/** Checks the settings of a provider, so that a preview tells what is wrong with them. */
export function checkConfig(request: proto.CheckRequest): proto.CheckResponse {
  const { values, secretPaths } = readProperties(settings, request.getNews());
  const stated = Object.keys(values).filter((name) => isSet(values[name]));
  const unknown = stated.filter((name) => ![...SETTINGS, ...OTHERS].includes(name));
  const isOfStack = isDefault(parseUrn(request.getUrn()).name, values);
  const problems = [
    ...unknown.map((name) => notAnArgument(name, SETTINGS, isOfStack ? PREFIX : "")),
    ...readSettings(settings, {
      namespace: NAMESPACE,
      config: lookupIn(values),
      environment,
    }).problems.map(({ path, reason }) => ({
      path: isOfStack ? path : path.replace(PREFIX, ""),
      reason,
    })),
  ];
  return new proto.CheckResponse()
    .setInputs(toProperties(settings, values, secretPaths))
    .setFailuresList(toCheckFailures(problems));
}

/** Compares settings. Another one replaces nothing: objects stay where they are. */
export function diffConfig(request: proto.DiffRequest): proto.DiffResponse {
  const olds = unwrapSecrets(toValues(request.getOlds())) as Values;
  const news = unwrapSecrets(toValues(request.getNews())) as Values;
  // Those of a provider of dynamic resources have the names that they have in stack config.
  const changed = SETTINGS.filter(
    (name) => settingOf(olds[name] ?? olds[PREFIX + name]) !== settingOf(news[name]),
  );
  return toDiffResponse(changed);
}

/**
 * The provider that the settings ask for.
 *
 * @param isOfProgram Whether the running program states the settings.
 */
export function createConfiguredProvider(
  request: proto.ConfigureRequest,
  logOf: LogForResource,
  engineAddress: string | undefined,
  isOfProgram: boolean,
): Provider {
  const values = unwrapSecrets(toValues(request.getArgs())) as Values;
  const name = request.getName() ?? "";
  const urn = request.getUrn() ?? "";
  return createProvider({
    config: lookupIn(values),
    environment,
    engineAddress,
    log: logOf(urn),
    isOfProgram: () => isOfProgram,
    ...(engineAddress !== undefined && { engineHasProgram: () => engineHasProgram(engineAddress) }),
    ...(!isDefault(name, values) && { providerName: name, providerUrn: urn }),
  });
}

/**
 * Whether the engine has made a provider of the stack's configuration. It composes the name of `default`, the version, and the
 * address that the plugin is downloaded from, which are among the inputs; a provider of the program may have any other name.
 */
function isDefault(name: string, { version, pluginDownloadURL }: Values): boolean {
  const composed = [
    "default",
    ...(isSet(version) ? [String(version).replace(/[^0-9A-Za-z]/g, "_")] : []),
  ].join("_");
  return (
    name === "" ||
    name === composed ||
    (isSet(pluginDownloadURL) && name.startsWith(`${composed}_`))
  );
}

/** Settings by their names in stack config. */
const lookupIn =
  (values: Values): ReadSetting =>
  (key) => {
    // In the update that moves a stack to the plugin, the engine passes on what a provider of dynamic resources has recorded.
    const value = values[key.slice(PREFIX.length)] ?? values[key];
    return value === UNKNOWN ? undefined : settingOf(value);
  };

/**
 * The text of a setting. Some languages pass numbers on as numbers, others as texts, and a value of an enumeration as JSON:
 * `"disable"`, with the quotation marks.
 */
function settingOf(value: unknown): string | undefined {
  if (!isSet(value)) return undefined;
  const text = String(value);
  return /^"[a-z]*"$/.test(text) ? text.slice(1, -1) : text;
}
