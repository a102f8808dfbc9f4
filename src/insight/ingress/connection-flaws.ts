import { type Arguments, textAt, valueAt } from "./arguments";
import { type Flaw, flaw, flawKinds } from "./flaw-kinds";
import { textsAt } from "./list-flaws";
import { OLDEST_SOUND_TLS, tlsVersionOf } from "./tls";
import { isPlainHttp } from "./urls";

/** Flaws of the connections that an edge accepts and makes. */

export function* tlsFlaws(args: Arguments): Generator<Flaw> {
  const version = tlsVersionOf(args);
  const text = textAt(args, "minVersion") ?? "";
  if (version === "unknown") {
    const message = `its lowest TLS version cannot be read: "${text}"`;
    yield flaw({
      kind: flawKinds.unreadableTls,
      path: "minVersion",
      summary: "has a version that cannot be read",
      message,
    });
  }
  if (typeof version !== "number" || version >= OLDEST_SOUND_TLS) return;
  const message = `version ${text} of TLS is accepted`;
  yield flaw({
    kind: flawKinds.oldTls,
    path: "minVersion",
    summary: "accepts an old version",
    message,
    level: -version,
  });
}

/** Finds addresses of identity providers, or of their keys, without TLS, which proves who answers. */
export const plainHttpFlaws = (paths: readonly string[]) =>
  function* (args: Arguments): Generator<Flaw> {
    for (const path of paths) {
      const texts = textsAt(args, path);
      const addresses = texts.length > 0 ? texts : [textAt(args, path) ?? ""];
      const names = addresses.filter(isPlainHttp).join(", ");
      if (names === "") continue;
      const message = `anyone on the network path can exchange the keys of ${names}: the address is without TLS`;
      yield flaw({
        kind: flawKinds.plainHttp,
        path,
        summary: "trusts an address without TLS",
        message,
      });
    }
  };

/** Thresholds of a circuit breaker that a single failing request reaches. */
const SINGLE_FAILURE = { volumeThreshold: 1, errorThresholdPercentage: 0.01 };

export function* sensitiveFlaws(args: Arguments): Generator<Flaw> {
  for (const [path, limit] of Object.entries(SINGLE_FAILURE)) {
    const value = valueAt(args, path);
    if (typeof value !== "number" || value > limit) continue;
    const message = `its circuit breaker trips at ${value} (${path})`;
    yield flaw({
      kind: flawKinds.sensitive,
      path,
      summary: "trips at a single failure",
      message,
      level: 0,
    });
  }
}

/** Requests in a second that no edge gets. */
const UNREACHABLE_RATE = 1_000_000;
/** The shortest window if a program states none. */
const A_SECOND = 1;
const AN_HOUR = 3_600;

/** Finds a circuit breaker that never trips, or that stays open for long. */
export function* ineffectiveFlaws(args: Arguments): Generator<Flaw> {
  const volume = numberAt(args, "volumeThreshold");
  const window = Math.max(numberAt(args, "rollingWindow") ?? A_SECOND, A_SECOND);
  if (volume !== undefined && volume / window >= UNREACHABLE_RATE) {
    const message = `its circuit breaker never trips: no window has ${volume} requests`;
    const details = { level: 0, isLikelyMistake: false };
    yield flaw({
      kind: flawKinds.neverTrips,
      path: "volumeThreshold",
      summary: "never trips",
      message,
      ...details,
    });
  }
  const trip = numberAt(args, "trippedDuration");
  if (trip !== undefined && trip > AN_HOUR) {
    const message = `its circuit breaker stops all requests for ${trip} s if it trips`;
    yield flaw({
      kind: flawKinds.longTrip,
      path: "trippedDuration",
      summary: "stays open for long",
      message,
      level: trip,
    });
  }
}

function numberAt(args: Arguments, path: string): number | undefined {
  const value = valueAt(args, path);
  return typeof value === "number" ? value : undefined;
}
