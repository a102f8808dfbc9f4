import { type Arguments, textAt, valueAt } from "./arguments";
import { type Flaw, flaw, flawKinds } from "./flaw-kinds";
import { textsAt } from "./list-flaws";
import { OLDEST_SOUND_TLS, tlsVersionOf } from "./tls";
import { isPlainHttp } from "./urls";

/** Flaws of connections: of TLS at the edge, of addresses that the service connects to, and of circuit breakers. */

/** Finds a lowest TLS version that is deprecated, or cannot be read. */
export function* tlsFlaws(args: Arguments): Generator<Flaw> {
  const version = tlsVersionOf(args);
  const text = textAt(args, "minVersion") ?? "";
  if (version === "unknown") {
    yield flaw({
      kind: flawKinds.unreadableTls,
      path: "minVersion",
      summary: "has a version that cannot be read",
      message: `its lowest TLS version cannot be read: "${text}"`,
    });
  }
  if (typeof version !== "number" || version >= OLDEST_SOUND_TLS) return;
  yield flaw({
    kind: flawKinds.oldTls,
    path: "minVersion",
    summary: "accepts an old version",
    message: `version ${text} of TLS is accepted`,
    level: -version,
  });
}

/** Finds addresses of identity providers, or of their keys, that lack TLS: only TLS proves who answers. */
export const plainHttpFlaws = (paths: readonly string[]) =>
  function* (args: Arguments): Generator<Flaw> {
    for (const path of paths) {
      const names = addressesAt(args, path).filter(isPlainHttp).join(", ");
      if (names === "") continue;
      yield flaw({
        kind: flawKinds.plainHttp,
        path,
        summary: "trusts an address without TLS",
        message: `anyone on the network path can exchange the keys of ${names}: the address is without TLS`,
      });
    }
  };

/** The addresses at a path, which leads to a list of addresses or to a single address. */
function addressesAt(args: Arguments, path: string): readonly string[] {
  const address = textAt(args, path);
  return address === undefined ? textsAt(args, path) : [address];
}

/** The level of a flaw whose message contains a value that does not matter: another value is not another flaw. */
const SAME_LEVEL = 0;

/** The thresholds of a circuit breaker that a single failing request reaches. */
const SINGLE_FAILURE = { volumeThreshold: 1, errorThresholdPercentage: 0.01 };

/** Finds a circuit breaker that a single failing request trips. */
export function* sensitiveFlaws(args: Arguments): Generator<Flaw> {
  for (const [path, limit] of Object.entries(SINGLE_FAILURE)) {
    const value = numberAt(args, path);
    if (value === undefined || value > limit) continue;
    yield flaw({
      kind: flawKinds.sensitive,
      path,
      summary: "trips at a single failure",
      message: `its circuit breaker trips at ${value} (${path})`,
      level: SAME_LEVEL,
    });
  }
}

/** More requests in a second than an edge receives. */
const UNREACHABLE_RATE = 1_000_000;

/** The shortest window, in seconds, also if the program states none. */
const MIN_WINDOW = 1;

/** Finds a circuit breaker that never trips. */
export function* ineffectiveFlaws(args: Arguments): Generator<Flaw> {
  const volume = numberAt(args, "volumeThreshold");
  const window = Math.max(numberAt(args, "rollingWindow") ?? MIN_WINDOW, MIN_WINDOW);
  if (volume === undefined || volume / window < UNREACHABLE_RATE) return;
  yield flaw({
    kind: flawKinds.neverTrips,
    path: "volumeThreshold",
    summary: "never trips",
    message: `its circuit breaker never trips: no window has ${volume} requests`,
    level: SAME_LEVEL,
    isLikelyMistake: false,
  });
}

/** The longest time, in seconds, for which a circuit breaker may stop all requests. */
const MAX_TRIPPED_DURATION = 3_600;

/** Finds a circuit breaker that stays open for long. */
export function* longTripFlaws(args: Arguments): Generator<Flaw> {
  const duration = numberAt(args, "trippedDuration");
  if (duration === undefined || duration <= MAX_TRIPPED_DURATION) return;
  yield flaw({
    kind: flawKinds.longTrip,
    path: "trippedDuration",
    summary: "stays open for long",
    message: `its circuit breaker stops all requests for ${duration} s if it trips`,
    level: duration,
  });
}

function numberAt(args: Arguments, path: string): number | undefined {
  const value = valueAt(args, path);
  return typeof value === "number" ? value : undefined;
}
