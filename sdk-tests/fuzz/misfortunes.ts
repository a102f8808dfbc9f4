import fc from "fast-check";
import type { Emulator, Fault } from "../../src/emulator";
import { addConnectionFault, type ConnectionFault } from "../support/connection-faults";
import type { FaultProxy } from "../support/fault-proxy";

type Way = Pick<ConnectionFault, "ends" | "half"> &
  Omit<Fault, "method" | "path" | "when" | "times" | "after">;

/** The ways in which requests fail: in the server, or on the connection to it. */
const ways: readonly Way[] = [
  { status: 503 },
  { status: 500, body: "<html>", contentType: "text/html" },
  { status: 429 },
  { malformed: true },
  { ends: "close", half: true },
  { ends: "reset", half: true },
  { ends: "reset" },
  { ends: "close" },
  // Responses with a status of success that are not the requested object. No program declares the domain, because the
  // provider adopts an object that matches a request.
  { status: 200, body: {} },
  { status: 200, body: { error: "upstream unavailable" } },
  {
    status: 200,
    body: { id: "other_1", edge_id: "edge_other", domain: "undeclared.example.com", enabled: true },
  },
  { status: 200, body: null },
  { status: 204 },
];

/** The parts of a service in front of which a gateway can fail: all paths, or the paths with a prefix. */
const parts: readonly (readonly (string | undefined)[])[] = [
  [undefined],
  ["/agent_ingresses", "/agent_ingresses/{id}"],
  ["/event_destinations", "/event_destinations/{id}"],
];

/** Parts without a list. The provider recognizes a gateway in front of them if it recovers within a few requests. */
const unlisted: readonly (readonly string[])[] = [
  [
    "/edges/https/{edge_id}/routes",
    "/edges/https/{edge_id}/routes/{id}",
    "/edges/https/{edge_id}/routes/{id}/oauth",
  ],
  ["/edges/https/{edge_id}/tls_termination"],
];

/** The 404 of a gateway. The 404 of the API has the same forms. */
const pages: readonly Pick<Fault, "body" | "contentType">[] = [
  { body: "<html><head><title>404 Not Found</title></head></html>", contentType: "text/html" },
  { body: { message: "no Route matched with those values" } },
  { body: "404 page not found\n", contentType: "text/plain" },
  { body: "", contentType: "text/plain" },
];

/** A fault in requests. */
export interface Misfortune {
  readonly method: string;
  readonly when: "before" | "after";
  readonly times: number;
  readonly after: number;
  readonly how: Way;
}

export const misfortune: fc.Arbitrary<Misfortune> = fc.record({
  method: fc.constantFrom("POST", "PUT", "PATCH", "GET", "DELETE"),
  when: fc.constantFrom("before", "after"),
  times: fc.constantFrom(1, 2, 7),
  after: fc.nat({ max: 2 }),
  how: fc.constantFrom(...ways),
});

/** A gateway that loses its route to the service, or to a part of it, and responds with 404 for a while. */
export interface Gateway {
  readonly times: number | "always";
  readonly after: number;
  readonly paths: (typeof parts)[number];
  readonly page: (typeof pages)[number];
}

const gatewayOf = (
  paths: readonly Gateway["paths"][],
  times: readonly Gateway["times"][],
): fc.Arbitrary<Gateway> =>
  fc.record({
    times: fc.constantFrom(...times),
    after: fc.nat({ max: 6 }),
    paths: fc.constantFrom(...paths),
    page: fc.constantFrom(...pages),
  });

export const gateway: fc.Arbitrary<Gateway> = fc.oneof(
  gatewayOf(parts, [1, 2, 5, 20, "always"]),
  gatewayOf(unlisted, [1, 2, 5]),
);

interface Route {
  readonly emulator: Emulator;
  readonly proxy: FaultProxy;
}

/** The documented confirmation of a deletion has no body, so a false confirmation cannot be detected. */
const isConfirmation = ({ status, body }: Way): boolean => status === 204 || body === null;

export function plan({ method, times, after, how, ...fault }: Misfortune, way: Route): void {
  if (method === "DELETE" && isConfirmation(how)) return;
  // A service that limits its rate has not processed the request.
  const when = how.status === 429 ? "before" : fault.when;
  if (how.ends) addConnectionFault(way, { method, when, times, after, ...how });
  else way.emulator.addFault({ method, when, times, after, ...how });
}

export function place({ times, after, paths, page }: Gateway, { emulator }: Route): void {
  for (const path of paths)
    emulator.addFault({ path, when: "before", times, after, status: 404, ...page });
}
