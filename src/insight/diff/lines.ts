import { MASK } from "../stack/masked";
import type { Difference, Side } from "./compare";
import type { Filtered } from "./ignore";

const NOT_SET = "not set";

/** A line of a table: what differs, and what each stack has there. */
export interface Line {
  readonly resource: string;
  readonly argument: string;
  readonly a: string;
  readonly b: string;
}

/** The differences as texts. */
export const linesOf = ({ differences }: Filtered): Line[] => differences.map(lineOf);

function lineOf(difference: Difference): Line {
  const { resource } = difference;
  const inside = resource.parents.length > 0 ? ` (in ${resource.parents.join(" / ")})` : "";
  const place = { resource: printable(`${resource.type} ${resource.name}${inside}`) };
  switch (difference.kind) {
    case "resource": {
      const [a, b] = difference.in === "a" ? ["exists", "missing"] : ["missing", "exists"];
      return { ...place, argument: "(resource)", a, b };
    }
    case "unknown": {
      const { encryptedIn } = difference;
      const told = (side: Side) => (encryptedIn.includes(side) ? "encrypted: cannot tell" : MASK);
      return { ...place, argument: printable(difference.path), a: told("a"), b: told("b") };
    }
    case "argument":
      return { ...place, argument: printable(difference.path), ...textsOf(difference) };
  }
}

/** Of two secrets nothing but that they differ can be shown. */
function textsOf({ a, b, secret }: Difference & { readonly kind: "argument" }): Pick<Line, Side> {
  const word = a === undefined || b === undefined ? MASK : `${MASK}, differs`;
  const textOf = (value: unknown) => (secret ? word : printable(JSON.stringify(value)));
  return { a: a === undefined ? NOT_SET : textOf(a), b: b === undefined ? NOT_SET : textOf(b) };
}

/** One line, without what a terminal would obey or turn around. */
const printable = (text: string): string =>
  text.replace(/\p{C}/gu, (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`);

/** What a comparison comes to, in one sentence. */
export function summaryOf({ labels, resources, differences, ignored }: Filtered): string {
  const differing = new Set(differences.map(({ resource }) => resource)).size;
  const unknown = differences.filter(({ kind }) => kind === "unknown").length;
  const all = count(resources, "resource");
  const outcome =
    differing === 0 ? `alike: ${all}` : `${differing} of ${all} ${differing === 1 ? "differs" : "differ"}`;
  const parts = [
    `${printable(labels.a)} and ${printable(labels.b)}: ${outcome}`,
    ...(differing > 0 ? [count(differences.length, "difference")] : []),
    ...(unknown > 0 ? [`${unknown} of them cannot be compared: encrypted`] : []),
    ...(ignored > 0 ? [`${count(ignored, "difference")} ignored`] : []),
  ];
  return `${parts.join("; ")}.`;
}

const count = (number: number, noun: string): string => `${number} ${noun}${number === 1 ? "" : "s"}`;
