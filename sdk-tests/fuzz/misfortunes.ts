import fc from "fast-check";
import { z } from "zod";
import type { Emulator, Fault } from "../../src/emulator";
import { addConnectionFault, type ConnectionFault } from "../support/connection-faults";
import { dataBeside, text } from "../support/data";
import type { FaultProxy } from "../support/fault-proxy";

type Way = Pick<ConnectionFault, "ends" | "half"> &
  Omit<Fault, "method" | "path" | "when" | "times" | "after">;

const { ways, parts, unlisted, pages } = dataBeside(__filename, {
  ways: z.array(z.custom<Way>()),
  parts: z.array(z.array(text.optional())),
  unlisted: z.array(z.array(text)),
  pages: z.array(z.custom<Pick<Fault, "body" | "contentType">>()),
});

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
