/** Loaded before a command: its standard error looks like a terminal. */
Object.defineProperty(process.stderr, "isTTY", { value: true });
