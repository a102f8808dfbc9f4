import { ensurePlugin } from "../plugin";
import type { Written } from "./job";
import { createStack, setConfig, setPlain } from "./stack";

/** Brings the stack, the plugin and the config to where the import needs them. */
export async function configure(job: Written): Promise<Written> {
  const { folder, stack, plan, journal, flags, version } = job;
  const cwd = folder.folder;
  if (!stack || plan.declared.length === 0) return job;
  if (!stack.exists) await createStack(stack.name, cwd);
  if (flags.form === "plugin") {
    if (!folder.namesPlugin) await ensurePlugin(version);
    if (journal.language === "typescript" && stack.config.get("edge-ingress:plugin")?.value !== "true") {
      await setPlain(stack.name, "edge-ingress:plugin", "true", cwd);
    }
  }
  await setConfig(stack.name, plan.settings, cwd);
  return job;
}
