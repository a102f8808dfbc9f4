/** What this process does at its end, by keys. It has one listener: Node.js warns of more than ten. */
const actions = new Map<string, () => void>();

export function atExit(key: string, action: () => void): void {
  if (actions.size === 0) process.once("exit", runAll);
  actions.set(key, action);
}

function runAll(): void {
  for (const action of actions.values()) action();
}
