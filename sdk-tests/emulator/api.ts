import type { EmulatorOptions } from "../../src/emulator/index";
import { withEmulator } from "../support/fixtures";
import { members, newRoute, type Server, send } from "./client";

type Rest<F> = F extends (server: Server, ...rest: infer R) => unknown ? R : never;

/** The requests of `client.ts` to a server. */
export const apiOf = (emulator: Server) => ({
  send: (...request: Rest<typeof send>) => send(emulator, ...request),
  status: async (...request: Rest<typeof send>) => (await send(emulator, ...request)).status,
  members: (...request: Rest<typeof members>) => members(emulator, ...request),
  newRoute: (...request: Rest<typeof newRoute>) => newRoute(emulator, ...request),
});

/** Tests with a server of the file, which has no objects and the options of its start when a test begins, and with requests to it. */
export function withApi(options?: EmulatorOptions) {
  const test = withEmulator(options)
    .extend("initial", { scope: "file" }, ({ emulator }) => emulator.options())
    .extend("api", { scope: "file" }, ({ emulator }) => apiOf(emulator));
  test.beforeEach(({ emulator, initial }) => {
    emulator.reset();
    emulator.configure(initial);
  });
  return test;
}
