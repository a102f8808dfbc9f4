import { test } from "vitest";
import { type EmulatorOptions, startEmulator } from "../../src/emulator";
import { ImportProject } from "./import-project";

/** Tests with fixtures `emulator` and `project`, new for each test: an account, and a folder into which it is imported. */
export const withImportProject = (options: EmulatorOptions = {}) =>
  test
    .extend("emulatorOptions", options)
    .extend("emulator", async ({ emulatorOptions }, { onCleanup }) => {
      const emulator = await startEmulator(emulatorOptions);
      onCleanup(() => emulator.close());
      return emulator;
    })
    .extend("project", async ({ emulator }, { onCleanup }) => {
      const project = await ImportProject.create(emulator);
      onCleanup(() => project[Symbol.asyncDispose]());
      return project;
    });
