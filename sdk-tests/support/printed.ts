import { afterAll, beforeEach, vi } from "vitest";

/** Gives what the process has printed on standard output in a test; nothing of it is shown. */
export function printedLines(): () => string[] {
  const printed = vi.spyOn(process.stdout, "write").mockImplementation(() => true);
  beforeEach(() => printed.mockClear());
  afterAll(() => printed.mockRestore());
  return () => printed.mock.calls.map(([text]) => String(text));
}
