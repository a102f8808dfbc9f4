import { beforeEach } from "vitest";
import { cases } from "../cases";
import { emptyServer } from "./empty-server";
import { Places } from "./places";

/** A local server for the tests of a file. Before each test it has nothing but the places of resources in these roles. */
export function serverWithPlaces(roles: readonly string[]) {
  const server = emptyServer();
  let places: Places;
  beforeEach(async () => {
    places = await Places.create(server.emulator, cases, roles);
  });
  return {
    get emulator() {
      return server.emulator;
    },
    get places() {
      return places;
    },
    api: server.api,
  };
}
