/** The actions at the end of this process, by keys. They share a listener, because Node.js warns of more than ten listeners. */
const actions = new Map<string, () => void>();

/** Runs an action at the end of this process, in place of an earlier action with the same key. */
export function atExit(key: string, action: () => void): void {
  if (actions.size === 0) process.once("exit", runActions);
  actions.set(key, action);
}

function runActions(): void {
  for (const action of actions.values()) action();
}
