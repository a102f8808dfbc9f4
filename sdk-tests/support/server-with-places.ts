import { afterAll, beforeAll, beforeEach } from "vitest";
import { type Emulator, startEmulator } from "../../src/emulator";
import { cases } from "../cases";
import { Places } from "./places";
import { virtualApi } from "./virtual-time";

/** Starts a server for the tests of a file. Before each test it has nothing but the places of resources in these roles. */
export function serverWithPlaces(roles: readonly string[]) {
  let emulator: Emulator;
  let places: Places;
  beforeAll(async () => {
    emulator = await startEmulator();
  });
  beforeEach(async () => {
    emulator.reset();
    places = await Places.create(emulator, cases, roles);
  });
  afterAll(() => emulator.close());
  return {
    get emulator() {
      return emulator;
    },
    get places() {
      return places;
    },
    /** The API in virtual time. */
    api: () => virtualApi({ baseUrl: emulator.url, apiKey: emulator.apiKey }).begin(),
  };
}
