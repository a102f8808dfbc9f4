import { pathOf } from "../../importing/settings";
import { baseUrlOf } from "../account-reader";
import { ensurePlugin } from "../plugin";
import type { Session, Written } from "./job";
import { type ConfigEntry, createStack, setConfig, type TargetStack } from "./stack";

/** Brings the stack, the plugin and the config to where the import needs them. */
export async function configure(job: Written, { signal, progress }: Session): Promise<Written> {
  const { folder, stack, plan, flags, version } = job;
  const at = { cwd: folder.folder, signal };
  if (!stack || plan.declared.length === 0) return job;
  progress.step(`configuring stack ${stack.name}`);
  if (!stack.exists) await createStack(stack.name, at);
  if (flags.form === "plugin" && !folder.namesPlugin) await ensurePlugin(version);
  await setConfig(stack.name, [...ownSettings(job, stack), ...programSettings(job)], at);
  return job;
}

/** What ties the stack to its account and, for a program in TypeScript, to the plugin. */
function ownSettings({ language, flags }: Written, { config }: TargetStack): ConfigEntry[] {
  const baseUrl = baseUrlOf(config);
  const isPlugin = flags.form === "plugin" && language === "typescript";
  return [
    { key: "edge-ingress:baseUrl", value: baseUrl ?? "", isSecret: false },
    ...(isPlugin ? [{ key: "edge-ingress:plugin", value: "true", isSecret: false }] : []),
  ].filter(({ key, value }) => value !== "" && (config.get(key)?.value ?? "") === "");
}

/** What the program reads, and the config lacks. */
const programSettings = ({ folder, plan }: Written): ConfigEntry[] =>
  [...Map.groupBy(plan.settings, ({ setting }) => setting)].flatMap(([{ name, isSecret, members }, all]) => {
    const isWhole = members !== undefined && all.every(({ value, isSet }) => value !== undefined && !isSet);
    if (!isWhole) {
      return all.flatMap((each) => {
        const { value, isSet, member } = each;
        if (value === undefined || isSet) return [];
        return [{ key: `${folder.name}:${pathOf(each)}`, value, isSecret, isPath: member !== undefined }];
      });
    }
    const object = Object.fromEntries(all.map(({ member, value }) => [member, value]));
    return [{ key: `${folder.name}:${name}`, value: JSON.stringify(object), isSecret }];
  });
