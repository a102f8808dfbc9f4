import { isSet, objectsIn } from "../../../core/schema/values";
import { addedTo, type Block, isOpaque, textAt, valueAt } from "../../ingress/blocks";
import { namesAt } from "../../ingress/names";
import { OLDEST_SOUND_TLS, type TlsVersion, tlsVersionOf } from "../../ingress/tls";
import { differences } from "../differences";
import { inModules, match, matchOff, rule } from "./rule";

/** Which tokens, requests and connections are accepted. */

const TOKENS = "http.tokens";
const KEYS = "jws.keys.sources.additionalJkus";

/** Where tokens are read from. The type of a token is a hint for its parsing, but identity tokens are in more hands. */
function placesOf(block: Block): string[] | undefined {
  const tokens = valueAt(block, TOKENS);
  if (isOpaque(tokens)) return undefined;
  return objectsIn(tokens).map(({ type, method, name, prefix = "" }) =>
    JSON.stringify([type === "it+jwt", method, String(name).toLowerCase(), prefix]),
  );
}

const isSound = (version: TlsVersion): boolean => typeof version === "number" && version >= OLDEST_SOUND_TLS;

/** Whether all that a policy does is to reject requests. */
const onlyDenies = (block: Block): boolean =>
  !isSet(valueAt(block, "outbound.actions.type")) && /^\s*deny\s*$/i.test(textAt(block, "inbound.actions.type") ?? "");

export const checkRules = [
  rule("signing-keys-added", "medium", {
    title: "Signing keys from another source are accepted",
    why: "The operator of that address can create valid tokens.",
    fix: "Make sure that the address belongs to the issuer, and uses https.",
    messages: { found: "keys from {names} sign tokens that are accepted" },
    find: inModules("kept", "jwtValidation", ({ was, now }) => {
      const [old, keys] = [namesAt(was, KEYS), namesAt(now, KEYS)];
      const added = old && keys ? addedTo(old, keys) : [];
      return added.length > 0 && match(now, KEYS, "found", { names: added.join(", ") });
    }),
  }),
  rule("token-location-changed", "medium", {
    title: "Tokens are read from another place of a request",
    why: "A proxy or a page that cannot set a token in the old place may be able to set it in the new place. Clients that use the old place are rejected.",
    fix: "Make sure that only the issuer's clients can set the new place.",
    messages: { found: "tokens are read from another place of a request" },
    find: inModules("kept", "jwtValidation", ({ was, now }) => {
      const [old, places] = [placesOf(was), placesOf(now)];
      if (!old || !places) return false;
      return (addedTo(old, places).length > 0 || (old.length > 0 && places.length === 0)) && match(now, TOKENS);
    }),
  }),
  rule("policy-changed", "medium", {
    title: "A traffic policy is added or changes",
    why: "The service interprets the expressions and actions: this review cannot determine whether they admit more.",
    fix: "Compare the expressions and actions before and after.",
    messages: {
      found: "its traffic policy changes",
      added: "a traffic policy is new that does more than deny requests",
    },
    find: [
      inModules("kept", "policy", ({ was, now }) =>
        differences(was, now).map(
          ({ path, outcome }) => outcome === "changed" && !path.endsWith(".name") && match(now, path),
        ),
      ),
      inModules(
        "begun",
        "policy",
        ({ now }, { action }) => action === "kept" && !now.opaqueAs && !onlyDenies(now) && match(now, "", "added"),
      ),
    ],
  }),
  rule("tls-lowered", "medium", {
    title: "An older TLS version is accepted",
    why: "Connections that were rejected are accepted.",
    fix: "Make sure that a client needs it.",
    messages: {
      lower: "TLS {now} is accepted",
      unstated: "the service chooses the lowest TLS version, no longer {was}",
    },
    find: inModules(["kept", "begun"], "tlsTermination", ({ was, now }) => {
      const [old, version] = [tlsVersionOf(was), tlsVersionOf(now)];
      const isLower = typeof old === "number" && isSound(version) && Number(version) < old;
      const message = isLower ? "lower" : version === "default" && isSound(old) && "unstated";
      return message && match(now, "minVersion", message, { was: String(old), now: textAt(now, "minVersion") ?? "" });
    }),
  }),
  rule("tls-termination-removed", "medium", {
    title: "TLS termination is no longer configured",
    why: "The service chooses where TLS ends, and the lowest version.",
    fix: "Keep the module, so that the accepted versions are known.",
    messages: { found: "the service chooses where TLS ends", version: "the service chooses the lowest TLS version" },
    find: inModules("ended", "tlsTermination", (module, change) =>
      matchOff(module, change, isSet(valueAt(module.was, "minVersion")) ? "version" : "found"),
    ),
  }),
];
