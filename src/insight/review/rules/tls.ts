import { isSet } from "../../../core/schema/values";
import { type Block, isInForce, isOpaque, textAt, valueAt } from "../../ingress/blocks";
import { type TlsVersion, tlsVersionOf } from "../../ingress/tls";
import type { ObjectChange } from "../changes";
import { type Hit, hit, type Rule } from "./rule";

interface Change {
  readonly was: TlsVersion;
  readonly now: TlsVersion;
  readonly block: Block;
  readonly text: string;
}

const changeOf = ({ before, after }: ObjectChange): Change[] => {
  const { tlsTermination: block } = after.modules;
  if (!block || block.keptBecause || !isInForce(block)) return [];
  const [was, now] = [tlsVersionOf(before.modules.tlsTermination), tlsVersionOf(block)];
  return was === now ? [] : [{ was, now, block, text: textAt(block, "minVersion") ?? "" }];
};

/** 1.0 and 1.1 are deprecated by RFC 8996. */
const OLDEST_SOUND = 1.2;

const isObsolete = (version: TlsVersion): boolean => typeof version === "number" && version < OLDEST_SOUND;
const isSound = (version: TlsVersion): boolean => typeof version === "number" && version >= OLDEST_SOUND;

const lowered = (subject: ObjectChange): Hit[] =>
  changeOf(subject).flatMap(({ was, now, block, text }) => {
    const isWeaker = typeof was === "number" && typeof now === "number" && now < was && isSound(now);
    if (isWeaker) return [hit(block, "minVersion", `TLS ${text} is accepted`)];
    const says = `the service chooses the lowest TLS version, no longer ${was}`;
    return now === "default" && isSound(was) ? [hit(block, "minVersion", says)] : [];
  });

export const tlsRules: readonly Rule[] = [
  {
    id: "tls-obsolete",
    severity: "high",
    title: "A deprecated TLS version is accepted",
    why: "SSL, TLS 1.0 and TLS 1.1 have known weaknesses (RFC 7568, RFC 8996).",
    todo: "Require at least TLS 1.2.",
    example: "`minVersion` of an `HttpsEdgeTlsTermination` goes from 1.2 to 1.0, or is 1.0 when it is first stated",
    find: (subject) =>
      changeOf(subject)
        .filter(({ was, now }) => isObsolete(now) && !(isObsolete(was) && now >= was))
        .map(({ block, text }) => hit(block, "minVersion", `version ${text} of TLS is accepted`)),
  },
  {
    id: "tls-lowered",
    severity: "medium",
    title: "An older TLS version is accepted",
    why: "Connections that were rejected are accepted.",
    todo: "Make sure that a client needs it.",
    example: "`minVersion` of an `HttpsEdgeTlsTermination` goes from 1.3 to 1.2",
    find: lowered,
  },
  {
    id: "tls-not-known",
    severity: "medium",
    title: "The lowest TLS version cannot be read",
    why: "The version is empty or in a form that this review does not know, so that an obsolete one may be accepted.",
    todo: "State it as `1.2` or `1.3`.",
    example: "`minVersion` of an `HttpsEdgeTlsTermination` becomes `modern`",
    find: (subject) =>
      changeOf(subject)
        .filter(({ now, block }) => now === "unknown" && !isOpaque(valueAt(block, "minVersion")))
        .map(({ block, text }) => hit(block, "minVersion", `its lowest TLS version cannot be read: "${text}"`)),
  },
  {
    id: "tls-termination-removed",
    severity: "medium",
    title: "TLS termination is no longer configured",
    why: "The service chooses where TLS ends, and the lowest version.",
    todo: "Keep the module, so that the accepted versions are known.",
    example: "an `HttpsEdgeTlsTermination` is removed from the program",
    find: ({ before, after }) => {
      const [was, now] = [before.modules.tlsTermination, after.modules.tlsTermination];
      if (!was || !isInForce(was) || isInForce(now)) return [];
      const chosen = isSet(valueAt(was, "minVersion")) ? "the lowest TLS version" : "where TLS ends";
      return [hit(now ?? was, now ? "enabled" : "", `the service chooses ${chosen}`)];
    },
  },
];
