import type { Access as AccessOfServing } from "../ingress/access";

/** Who gets in at a route, if it serves requests. */
export type Access = AccessOfServing | "serves nothing";

/** What shows an access without colour, and what it means: those that need a look come first. */
export const accesses: Readonly<Record<Access, { readonly symbol: string; readonly meaning: string }>> = {
  open: { symbol: "○", meaning: "nothing keeps requests out" },
  weak: { symbol: "◐", meaning: "its protections admit users or requests that the program does not name" },
  "not known": { symbol: "?", meaning: "only an apply, or whoever knows a secret, can say" },
  protected: { symbol: "●", meaning: "a protection names whom it admits" },
  "serves nothing": { symbol: "–", meaning: "its backend is disabled, or the change deletes the route" },
};

/** All of them, in that order. */
export const accessNames = Object.keys(accesses) as readonly Access[];

export const accessText = (access: Access): string => `${accesses[access].symbol} ${access}`;

/** The class of its style. */
export const styleOf = (access: Access): string => access.replace(" ", "-");
