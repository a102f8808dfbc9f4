import { afterAll, beforeEach, vi } from "vitest";

/** Returns the lines that the process has written to standard output in a test, where they are not shown. */
export function printedLines(): () => string[] {
  const printed = vi.spyOn(process.stdout, "write").mockImplementation(() => true);
  beforeEach(() => printed.mockClear());
  afterAll(() => printed.mockRestore());
  return () => printed.mock.calls.map(([text]) => String(text));
}
