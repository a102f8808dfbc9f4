import { test } from "vitest";
import { type EmulatorOptions, startEmulator } from "../../src/emulator";

/**
 * Tests with a fixture `emulator`: a local server that starts with the first test or hook of the file that names it, and closes
 * after the last one.
 */
export const withEmulator = (options: EmulatorOptions = {}) =>
  test
    .extend("emulatorOptions", { scope: "file" }, options)
    .extend("emulator", { scope: "file" }, async ({ emulatorOptions }, { onCleanup }) => {
      const emulator = await startEmulator(emulatorOptions);
      onCleanup(() => emulator.close());
      return emulator;
    });
