import { hiddenBeyond } from "../change/hidden-entries";
import { type BothArguments, isChangedAt, modulesWith } from "../change/select";
import { type Arguments, addedTo, valueAt } from "../ingress/arguments";
import { type Item, isHidden, isValueMap, type Value, type ValueMap } from "../ingress/value";
import { routeWithTokens } from "./example-programs";
import { at, type Match, rule } from "./rule";

/** The rule of the places of a request from which tokens are read. */

const TOKENS = "http.tokens";

export const tokenPlaceRules = [
  rule({
    id: "token-location-changed",
    severity: "medium",
    title: "Tokens are read from another place of a request",
    why: "A proxy or a page that cannot set a token in the old place may be able to set it in the new place. Clients that use the old place are rejected.",
    fix: "Make sure that only the issuer's clients can set the new place.",
    messages: {
      found: "tokens are read from another place of a request",
      hidden:
        "tokens may be read from another place of a request: a part of a place is a secret, or is not known until apply",
    },
    example: {
      before: routeWithTokens({
        http: { tokens: [{ type: "jwt", method: "header", name: "authorization" }] },
      }),
      after: routeWithTokens({
        http: { tokens: [{ type: "jwt", method: "body", name: "token" }] },
      }),
    },
    *find(change) {
      for (const module of modulesWith(change, ["jwtValidation"], "stays")) {
        if (isChangedAt(module, TOKENS)) yield* changedPlaces(module);
      }
    },
  }),
];

/** Yields a match if tokens are read, or may be read, from another place. Without a list, the service chooses where it reads tokens. */
function* changedPlaces({ before, after }: BothArguments): Generator<Match<"found" | "hidden">> {
  const was = tokenPlaces(before);
  const now = tokenPlaces(after);
  if (!was || !now) return;
  const becomesEmpty = was.length > 0 && now.length === 0;
  const addsPlace = addedTo(was, now).length > 0;
  const mayHaveBeenPlace = hiddenBeyond(was, now).length > 0;
  if (becomesEmpty || (addsPlace && !mayHaveBeenPlace)) yield at(after, TOKENS, "found");
  else if (addsPlace || hiddenBeyond(now, was).length > 0) yield at(after, TOKENS, "hidden");
}

/** Keys of the places of a request from which tokens are read; `undefined` if the places are hidden as a whole. */
function tokenPlaces(args: Arguments): Item[] | undefined {
  const tokens = valueAt(args, TOKENS);
  if (isHidden(tokens)) return undefined;
  const places: readonly Value[] = Array.isArray(tokens) ? tokens : [];
  return places.flatMap((place) => {
    if (isHidden(place)) return [place];
    return isValueMap(place) ? [placeKey(place)] : [];
  });
}

/** The key of a place. If any part of the place is hidden, the reason why it is hidden. */
function placeKey({ type, method, name, prefix = "" }: ValueMap): Item {
  const hidden = [type, method, name, prefix].find(isHidden);
  if (hidden) return hidden;
  // The type `it+jwt` makes another place: every client of a login receives identity tokens, so accepting them admits more.
  const isIdentityToken = type === "it+jwt";
  // The names of headers have no letter case, and those of a body's fields have.
  const place = method === "header" ? String(name).toLowerCase() : String(name);
  return JSON.stringify([isIdentityToken, method, place, prefix]);
}
