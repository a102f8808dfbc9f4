import { test } from "vitest";
import { type EmulatorOptions, startEmulator } from "../../src/emulator";
import { startFaultProxy } from "./fault-proxy";

/**
 * Tests with a fixture `emulator`: a local server that starts with the first test or hook of the file that uses it, and
 * closes after the last.
 */
export const withEmulator = (options: EmulatorOptions = {}) =>
  test
    .extend("emulatorOptions", { scope: "file" }, options)
    .extend("emulator", { scope: "file" }, async ({ emulatorOptions }, { onCleanup }) => {
      const emulator = await startEmulator(emulatorOptions);
      onCleanup(() => emulator.close());
      return emulator;
    });

/** Tests that have a fixture `proxy`, too: a fault proxy before the local server, for the same time. */
export const withFaultProxy = (options: EmulatorOptions = {}) =>
  withEmulator(options).extend("proxy", { scope: "file" }, async ({ emulator }, { onCleanup }) => {
    const proxy = await startFaultProxy(emulator.url);
    onCleanup(() => proxy.close());
    return proxy;
  });
