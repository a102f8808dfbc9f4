/** More levels of objects and lists than any program has. A recursive function that visits many more overflows the call stack. */
const MAX_LEVELS = 500;

/**
 * Refuses a value that is nested too deeply. The levels are visited in a loop, because recursion could overflow the call stack here.
 *
 * @throws {Error} with what to do.
 */
export function requireShallow(value: unknown): void {
  let level: unknown[] = [value];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > MAX_LEVELS) {
      throw new Error(
        `its JSON is nested more than ${MAX_LEVELS} levels deep: pass the output of \`pulumi\` unchanged`,
      );
    }
    level = level.flatMap(membersOf);
  }
}

const membersOf = (value: unknown): unknown[] =>
  typeof value === "object" && value !== null ? Object.values(value) : [];
