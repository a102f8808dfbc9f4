import { isSet } from "../../core/schema/values";
import { endedModules, modulesWith } from "../change/select";
import { textAt, valueAt } from "../ingress/arguments";
import { OLDEST_SOUND_TLS, type TlsVersion, tlsVersionOf } from "../ingress/tls";
import { tlsTermination } from "./example-programs";
import { at, rule } from "./rule";

/** The rules of the TLS termination of edges, and of the versions that it accepts. */

export const tlsRules = [
  rule({
    id: "tls-lowered",
    severity: "medium",
    title: "An older TLS version is accepted",
    why: "Connections that were rejected are accepted.",
    fix: "Make sure that a client needs it.",
    messages: {
      lower: "TLS {now} is accepted",
      unstated: "the service chooses the lowest TLS version, no longer {was}",
    },
    example: {
      before: tlsTermination({ minVersion: "1.3" }),
      after: tlsTermination({ minVersion: "1.2" }),
    },
    *find(change) {
      for (const { before, after } of modulesWith(change, ["tlsTermination"], "stays")) {
        const was = tlsVersionOf(before);
        const message = loweringMessage(was, tlsVersionOf(after));
        if (!message) continue;
        const now = textAt(after, "minVersion") ?? "";
        yield at(after, "minVersion", message, { was: String(was), now });
      }
    },
  }),
  rule({
    id: "tls-termination-removed",
    severity: "medium",
    title: "TLS termination is no longer configured",
    why: "The service chooses where TLS ends, and the lowest version.",
    fix: "Keep the module, so that the accepted versions are known.",
    messages: {
      found: "the service chooses where TLS ends",
      version: "the service chooses the lowest TLS version",
    },
    example: {
      before: tlsTermination({ minVersion: "1.3" }),
    },
    *find(change) {
      for (const { before, args, path } of endedModules(change, ["tlsTermination"])) {
        yield at(args, path, isSet(valueAt(before, "minVersion")) ? "version" : "found");
      }
    },
  }),
];

/** The message on a lowest version that admits older versions than before; `undefined` if it does not, or if nothing shows it. */
function loweringMessage(was: TlsVersion, now: TlsVersion): "lower" | "unstated" | undefined {
  if (typeof was !== "number") return undefined;
  if (now === "default") return was >= OLDEST_SOUND_TLS ? "unstated" : undefined;
  // The flaws `unreadableTls` and `oldTls` report a version that cannot be read, or is not sound.
  if (typeof now !== "number" || now < OLDEST_SOUND_TLS) return undefined;
  return now < was ? "lower" : undefined;
}
