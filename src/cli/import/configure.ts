import { ensurePlugin } from "../plugin";
import type { Session, Written } from "./job";
import { createStack, setConfig, setPlain } from "./stack";

/** Brings the stack, the plugin and the config to where the import needs them. */
export async function configure(job: Written, { signal, progress }: Session): Promise<Written> {
  const { folder, stack, plan, language, flags, version } = job;
  const at = { cwd: folder.folder, signal };
  if (!stack || plan.declared.length === 0) return job;
  progress.step(`configuring stack ${stack.name}`);
  if (!stack.exists) await createStack(stack.name, at);
  if (flags.form === "plugin") {
    if (!folder.namesPlugin) await ensurePlugin(version);
    if (language === "typescript" && stack.config.get("edge-ingress:plugin")?.value !== "true") {
      await setPlain(stack.name, "edge-ingress:plugin", "true", at);
    }
  }
  await setConfig(stack.name, plan.settings, at);
  return job;
}
