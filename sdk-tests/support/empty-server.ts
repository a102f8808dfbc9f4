import { afterAll, beforeAll, beforeEach } from "vitest";
import type { ClientOptions } from "../../src/core/client/types";
import { type Emulator, type EmulatorOptions, startEmulator } from "../../src/emulator";
import { inProcessDynamic } from "./in-process-dynamic";
import { virtualApi } from "./virtual-time";

/** A local server for the tests of a file, which has no objects when a test begins. */
export function emptyServer(options: EmulatorOptions = {}) {
  let emulator: Emulator;
  beforeAll(async () => {
    emulator = await startEmulator(options);
  });
  beforeEach(() => emulator.reset());
  afterAll(() => emulator.close());
  /** A client in virtual time. */
  const virtual = (more: Partial<ClientOptions> = {}) =>
    virtualApi({ baseUrl: emulator.url, apiKey: emulator.apiKey, ...more });
  return {
    get emulator() {
      return emulator;
    },
    virtual,
    /** An operation in virtual time. */
    api: () => virtual().begin(),
    /** The provider of a dynamic resource in a process that has just begun. */
    dynamic: async (name: string, config: Record<string, string> = {}) =>
      (await inProcessDynamic(emulator, config)).of(name),
    /** The methods that were requested. */
    methods: () => emulator.requests().map(({ method }) => method),
    /** The ids of all objects. */
    ids: () => emulator.objects().map(({ body: { id } }) => id),
  };
}
