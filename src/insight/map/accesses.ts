import { type Access, accessOf } from "../ingress/access";
import type { IngressObject } from "../ingress/ingress";

/** The access of a route that serves requests, or the fact that it serves none. */
export type RouteAccess = Access | "serves nothing";

/** The symbol of each access, for readers without colour, and its meaning. Accesses that need a look come first. */
export const accesses: Readonly<
  Record<RouteAccess, { readonly symbol: string; readonly meaning: string }>
> = {
  open: {
    symbol: "○",
    meaning: "everyone gets in, or everyone with an account that anyone can get",
  },
  weak: {
    symbol: "◐",
    meaning: "its protections admit users or requests that the program does not name",
  },
  "not known": {
    symbol: "?",
    meaning: "it depends on a secret, or on a value that is known only at apply",
  },
  protected: { symbol: "●", meaning: "a protection names whom it admits" },
  "serves nothing": {
    symbol: "–",
    meaning: "its backend is disabled, or the change deletes the route",
  },
};

/** All accesses, in the order of the table. */
export const accessNames = Object.keys(accesses) as readonly RouteAccess[];

export const accessText = (access: RouteAccess): string => `${accesses[access].symbol} ${access}`;

/** The class of an access in styles. */
export const styleOf = (access: RouteAccess): string => access.replace(" ", "-");

export const routeAccess = (route: IngressObject): RouteAccess =>
  route.isServing ? accessOf(route) : "serves nothing";
