import fc from "fast-check";
import type { Emulator } from "../../src/emulator";
import { addConnectionFault } from "../support/connection-faults";
import type { FaultProxy } from "../support/fault-proxy";

/** How requests fail: in the server, or on the way to it. */
export interface Misfortune {
  readonly method: string;
  readonly when: "before" | "after";
  readonly times: number;
  readonly after: number;
  readonly how: (typeof ways)[number];
}

const ways = [
  { status: 503 },
  { status: 500, body: "<html>", contentType: "text/html" },
  { status: 429 },
  { malformed: true },
  { ends: "close", half: true },
  { ends: "reset", half: true },
  { ends: "reset" },
  { ends: "close" },
  // Answers with success that are not what was asked for. No program declares the domain: an object as asked is taken for its own.
  { status: 200, body: {} },
  { status: 200, body: { error: "upstream unavailable" } },
  { status: 200, body: { id: "other_1", edge_id: "edge_other", domain: "undeclared.example.com", enabled: true } },
  { status: 200, body: null },
  { status: 204 },
] as const;

export const misfortune: fc.Arbitrary<Misfortune> = fc.record({
  method: fc.constantFrom("POST", "PUT", "PATCH", "GET", "DELETE"),
  when: fc.constantFrom("before", "after"),
  times: fc.constantFrom(1, 2, 7),
  after: fc.nat({ max: 2 }),
  how: fc.constantFrom(...ways),
});

/** A gateway that has lost its way to the service, or to a part of it, and answers with 404 for a while. */
export interface Gateway {
  readonly times: number | "always";
  readonly after: number;
  readonly paths: (typeof parts)[number];
  readonly page: (typeof pages)[number];
}

/** What a gateway can take for a part of a service: everything, or the paths with a prefix. */
const parts = [
  [undefined],
  ["/agent_ingresses", "/agent_ingresses/{id}"],
  ["/event_destinations", "/event_destinations/{id}"],
  ["/edges/https/{edge_id}/routes", "/edges/https/{edge_id}/routes/{id}", "/edges/https/{edge_id}/routes/{id}/oauth"],
  ["/edges/https/{edge_id}/tls_termination"],
] as const;

/** The API's own 404 has a JSON body with members of its errors. */
const pages = [
  { body: "<html><head><title>404 Not Found</title></head></html>", contentType: "text/html" },
  { body: { message: "no Route matched with those values" } },
  { body: "404 page not found\n", contentType: "text/plain" },
  { body: "", contentType: "text/plain" },
] as const;

export const gateway: fc.Arbitrary<Gateway> = fc.record({
  times: fc.constantFrom<(number | "always")[]>(1, 2, 5, 20, "always"),
  after: fc.nat({ max: 6 }),
  paths: fc.constantFrom(...parts),
  page: fc.constantFrom(...pages),
});

interface Way {
  readonly emulator: Emulator;
  readonly proxy: FaultProxy;
}

/** The documented confirmation of a deletion has no body: such a lie cannot be detected. */
const isConfirmation = (how: Misfortune["how"]): boolean =>
  "status" in how && (how.status === 204 || ("body" in how && how.body === null));

export function plan({ method, times, after, how, ...fault }: Misfortune, way: Way): void {
  if (method === "DELETE" && isConfirmation(how)) return;
  // A service that limits its rate has not processed the request.
  const when = "status" in how && how.status === 429 ? "before" : fault.when;
  if ("ends" in how) addConnectionFault(way, { method, when, times, after, ...how });
  else way.emulator.addFault({ method, when, times, after, ...how });
}

export function place({ times, after, paths, page }: Gateway, { emulator }: Way): void {
  for (const path of paths) emulator.addFault({ path, when: "before", times, after, status: 404, ...page });
}
