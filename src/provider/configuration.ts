/** Reads one setting; `undefined` where there is none. */
export type Lookup = (key: string) => string | undefined;

let current: Lookup = () => undefined;

/**
 * Takes the configuration of this process. The engine runs a process for each provider instance and configures it once
 * for each resource type, always alike; nothing waits for that, so the settings are read when they are needed.
 */
export function configure(lookup: Lookup): void {
  current = lookup;
}

/** A setting that this process was configured with. */
export const configured: Lookup = (key) => current(key);
