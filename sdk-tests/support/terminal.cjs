/** Loaded before a command: its standard input looks like a terminal. */
Object.defineProperty(process.stdin, "isTTY", { value: true });
