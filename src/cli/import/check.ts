import type { ImportFlags } from "./flags";
import { readFolder } from "./folder";
import type { Checked } from "./job";
import { readJournal } from "./journal";
import { readStack, type TargetStack } from "./stack";

/** Looks at a project and its stack. */
export async function check(path: string, flags: ImportFlags, version: string, part?: string): Promise<Checked> {
  const folder = readFolder(path);
  const stack = flags.stack === undefined ? undefined : await readStack(flags.stack, folder.folder, folder.isProject);
  requireForm(stack, flags);
  const earlier = readJournal(folder.folder);
  return { flags, version, ...(part !== undefined && { part }), folder, stack, earlier };
}

function requireForm(stack: TargetStack | undefined, { form }: ImportFlags): void {
  const usesPlugin = stack?.config.get("edge-ingress:plugin")?.value === "true";
  if (form === "plugin" && stack?.hasDynamic) {
    throw new Error(`stack ${stack.name} has dynamic resources: use --form dynamic, or set edge-ingress:plugin first`);
  }
  if (form === "dynamic" && usesPlugin)
    throw new Error(`stack ${stack?.name} uses the plugin: leave out --form dynamic`);
}
