import type { Block } from "../../ingress/blocks";
import { isSameAccount } from "../accounts";
import type { ObjectChange } from "../changes";
import { type Hit, hit, type Rule } from "./rule";

/** In which account, and by which process, objects are managed. */

const partsOf = ({
  before,
  after,
}: ObjectChange): readonly (readonly [was: Block | undefined, now: Block | undefined])[] => [
  [before.own, after.own],
  ...Object.entries(after.modules).map(([name, block]) => [before.modules[name], block] as const),
];

/** The first version whose processes share which modules a program declares. */
const isWithoutRecords = (version: string | undefined): boolean => version === "0.1.0";

export const accountRules: readonly Rule[] = [
  {
    id: "account-changed",
    severity: "medium",
    title: "The provider of a resource has another address or account",
    why: "The key of the account is sent to that address, and the objects of the old account are no longer managed.",
    todo: "Make sure that the address and the key belong together, and that the objects exist there.",
    example: "`baseUrl` of a `Provider` changes",
    find: (subject, { provider, isFirstOf }) =>
      partsOf(subject).flatMap(([was, now]): Hit[] => {
        if (!was || !now || now.keptBecause || was.source.urn !== now.source.urn || now.source.prefix !== "") return [];
        const [old, other] = [provider(was.source.provider), provider(now.source.provider)];
        if (old.name !== other.name && !isSameAccount(old, other)) {
          return [hit(now, "provider", `is managed by provider ${other.name}, no longer by ${old.name}`)];
        }
        return other.isMoved && isFirstOf(other, subject)
          ? [hit(now, "provider", `\`baseUrl\` of provider ${other.name} changes, for all of its resources`)]
          : [];
      }),
  },
  {
    id: "older-version-involved",
    severity: "medium",
    title: "An older version of this package deletes what this one takes over",
    why: "Processes of version 0.1.0 do not know what others configure. The module is off until the end of the run, when this version configures it again.",
    todo: "Update the package first, in an `up` of its own.",
    example: "the plugin's version changes in the same `up` in which an `HttpsEdgeRouteOAuth` is renamed",
    find: (subject, { provider }) =>
      partsOf(subject).flatMap(([was, now]): Hit[] => {
        if (!was || !now || now.keptBecause || was.source.prefix !== "") return [];
        const [old, other] = [provider(was.source.provider), provider(now.source.provider)];
        const isTakenOver = was.source.urn !== now.source.urn || now.source.isReplaced;
        return isTakenOver && isWithoutRecords(old.version) && other.version !== old.version
          ? [
              hit(
                now,
                "",
                `version ${old.version} of the package deletes the module after this version has taken it over`,
              ),
            ]
          : [];
      }),
  },
];
