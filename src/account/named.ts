import { formatProblem } from "../core/schema/leaves";

/** Objects that the API does not list, which are found by their ids alone, and what messages call them. */
const titles = {
  "https-edge": "HTTPS edge",
  "tls-edge": "TLS edge",
  "tcp-edge": "TCP edge",
  route: "route",
} as const;

export type NamedKind = keyof typeof titles;

export const namedKinds = Object.keys(titles) as readonly NamedKind[];

/** An edge, or a route of one, by its ids. */
export interface NamedObject {
  readonly kind: NamedKind;
  readonly id: string;
  /** Of a route. */
  readonly edgeId?: string;
}

/** What messages call a named object. */
export const nameOf = ({ kind, id, edgeId }: NamedObject): string =>
  `${titles[kind]} ${edgeId === undefined ? id : `${edgeId}/${id}`}`;

/** A named object, from its kind and its id; a route's is `EDGE/ROUTE`. Throws an error if the text is not an id. */
export function namedObject(kind: NamedKind, text: string): NamedObject {
  const parts = text.split("/");
  const [format, length] = kind === "route" ? ["EDGE/ROUTE", 2] : ["an id", 1];
  const problems = parts.length === length ? parts.map((part) => formatProblem("id", part)) : [`must be ${format}`];
  const problem = problems.find((each) => each !== undefined);
  if (problem !== undefined) throw new Error(`the id of a ${titles[kind]} ${problem}`);
  const [first = "", second] = parts;
  return second === undefined ? { kind, id: first } : { kind, id: second, edgeId: first };
}

/** Each object once, in the order of the kinds. */
export const distinct = (named: readonly NamedObject[]): NamedObject[] => {
  const byName = new Map(named.map((each) => [nameOf(each), each]));
  return namedKinds.flatMap((kind) => [...byName.values()].filter((each) => each.kind === kind));
};

/** Notes about named objects that the account does not contain. */
export const notFound = (missing: readonly NamedObject[]): string[] =>
  missing.map((each) => `not found: ${nameOf(each)}`);

/** What could not be looked for, because nothing lists it. */
export function unsearched(named: readonly NamedObject[]): string[] {
  const missing = namedKinds.filter((kind) => !named.some((each) => each.kind === kind));
  const [kinds, options] = [missing.map((kind) => `${titles[kind]}s`), missing.map((kind) => `--${kind}`)];
  const advice = `which the API does not list; name them with ${options.join(", ")} or --ids`;
  return missing.length === 0 ? [] : [`not looked for: ${kinds.join(", ")}, ${advice}`];
}
