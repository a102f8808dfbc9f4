import { textAt, valueAt } from "./arguments";
import { type Finds, flaw, rows } from "./lint-rows";
import { OLDEST_SOUND_TLS, tlsVersionOf } from "./tls";

/** What is wrong with how connections are accepted and passed on. */

export const tlsFlaws: Finds = (args) => {
  const version = tlsVersionOf(args);
  const text = textAt(args, "minVersion") ?? "";
  if (version === "unknown") {
    const effect = `its lowest TLS version cannot be read: "${text}"`;
    return flaw(rows.unreadableTls, "minVersion", "has a version that cannot be read", effect);
  }
  if (typeof version !== "number" || version >= OLDEST_SOUND_TLS) return false;
  const effect = `version ${text} of TLS is accepted`;
  return flaw(rows.oldTls, "minVersion", "accepts an old version", effect, { degree: -version });
};

/** Thresholds that one failing request reaches. */
export const touchyFlaws: Finds = (args) =>
  Object.entries({ volumeThreshold: 1, errorThresholdPercentage: 0.01 }).map(([path, limit]) => {
    const value = valueAt(args, path);
    if (typeof value !== "number" || value > limit) return false;
    const effect = `its circuit breaker trips at ${value} (${path})`;
    return flaw(rows.touchy, path, "trips at a single failure", effect, { degree: 0 });
  });

/** No edge gets as many requests in a second. */
const UNREACHABLE_RATE = 1_000_000;
/** The shortest window if none is stated. */
const A_SECOND = 1;
const AN_HOUR = 3_600;

/** Values with which a circuit breaker never trips, or stays open for long. */
export const ineffectiveFlaws: Finds = (args) => {
  const [volume, trip, window] = ["volumeThreshold", "trippedDuration", "rollingWindow"].map((path) => {
    const value = valueAt(args, path);
    return typeof value === "number" ? value : undefined;
  });
  const isNeverReached = volume !== undefined && volume / Math.max(window ?? A_SECOND, A_SECOND) >= UNREACHABLE_RATE;
  const never = `its circuit breaker never trips: no window has ${volume} requests`;
  const long = `its circuit breaker stops all requests for ${trip} s if it trips`;
  const isLong = trip !== undefined && trip > AN_HOUR;
  return [
    isNeverReached &&
      flaw(rows.neverTrips, "volumeThreshold", "never trips", never, { degree: 0, isLikelyMistake: false }),
    isLong && flaw(rows.longTrip, "trippedDuration", "stays open for long", long, { degree: trip }),
  ];
};
