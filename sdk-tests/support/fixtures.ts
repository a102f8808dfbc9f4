import { test } from "vitest";
import { type EmulatorOptions, startEmulator } from "../../src/emulator";
import { startFaultProxy } from "./fault-proxy";

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

/** The same, and `proxy`: what makes the connections to the local server fail. */
export const withFaultProxy = (options: EmulatorOptions = {}) =>
  withEmulator(options).extend("proxy", { scope: "file" }, async ({ emulator }, { onCleanup }) => {
    const proxy = await startFaultProxy(emulator.url);
    onCleanup(() => proxy[Symbol.asyncDispose]());
    return proxy;
  });
