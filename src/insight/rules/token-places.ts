import { objectItems } from "../../core/schema/values";
import { modulesWith } from "../change/select";
import { type Arguments, addedTo, valueAt } from "../ingress/arguments";
import { isHidden } from "../ingress/value";
import { routeWithTokens } from "./example-programs";
import { at, rule } from "./rule";

/** The rule of the places of a request from which tokens are read. */

const TOKENS = "http.tokens";

export const tokenPlaceRules = [
  rule({
    id: "token-location-changed",
    severity: "medium",
    title: "Tokens are read from another place of a request",
    why: "A proxy or a page that cannot set a token in the old place may be able to set it in the new place. Clients that use the old place are rejected.",
    fix: "Make sure that only the issuer's clients can set the new place.",
    messages: { found: "tokens are read from another place of a request" },
    example: {
      before: routeWithTokens({
        http: { tokens: [{ type: "jwt", method: "header", name: "authorization" }] },
      }),
      after: routeWithTokens({
        http: { tokens: [{ type: "jwt", method: "body", name: "token" }] },
      }),
    },
    *find(change) {
      for (const { before, after } of modulesWith(change, ["jwtValidation"], "stays")) {
        const was = tokenPlaces(before);
        const now = tokenPlaces(after);
        if (!was || !now) continue;
        // Without a list, the service chooses where it reads tokens.
        const becomesEmpty = was.length > 0 && now.length === 0;
        if (becomesEmpty || addedTo(was, now).length > 0) yield at(after, TOKENS, "found");
      }
    },
  }),
];

/** Keys of the places of a request from which tokens are read; `undefined` if the places are hidden. */
function tokenPlaces(args: Arguments): string[] | undefined {
  const tokens = valueAt(args, TOKENS);
  if (isHidden(tokens)) return undefined;
  return objectItems(tokens).map(({ type, method, name, prefix = "" }) => {
    // The type `it+jwt` makes another place: every client of a login receives identity tokens, so accepting them admits more.
    const isIdentityToken = type === "it+jwt";
    return JSON.stringify([isIdentityToken, method, String(name).toLowerCase(), prefix]);
  });
}
