import { count, printable } from "../report/text";
import { MASK } from "../stack/secrets";
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
  const common = { resource: printable(`${resource.type} ${resource.name}${inside}`) };
  switch (difference.kind) {
    case "resource": {
      const [a, b] = difference.in === "a" ? ["exists", "missing"] : ["missing", "exists"];
      return { ...common, argument: "(resource)", a, b };
    }
    case "unsettled": {
      const { a, b } = difference.reasons;
      return { ...common, argument: "(resource)", a: a ?? "settled", b: b ?? "settled" };
    }
    case "unknown": {
      const { encryptedIn } = difference;
      const encrypted = (side: Side) => (encryptedIn.includes(side) ? "encrypted: cannot tell" : MASK);
      return { ...common, argument: printable(difference.path), a: encrypted("a"), b: encrypted("b") };
    }
    case "argument":
      return { ...common, argument: printable(difference.path), ...textsOf(difference) };
  }
}

/** Of two secrets nothing but that they differ can be shown. */
function textsOf({ a, b, secret }: Difference & { readonly kind: "argument" }): Pick<Line, Side> {
  const word = a === undefined || b === undefined ? MASK : `${MASK}, differs`;
  const cell = (value: unknown) => (secret ? word : printable(JSON.stringify(value)));
  return { a: a === undefined ? NOT_SET : cell(a), b: b === undefined ? NOT_SET : cell(b) };
}

/** What a comparison comes to, in one sentence. */
export function summaryOf({ labels, resources, differences, ignored }: Filtered): string {
  const differing = new Set(differences.filter(isCertain).map(({ resource }) => resource));
  const uncertain = new Set(differences.map(({ resource }) => resource)).size - differing.size;
  const countOf = (wanted: Difference["kind"]) => differences.filter(({ kind }) => kind === wanted).length;
  const [unknown, unsettled] = [countOf("unknown"), countOf("unsettled")];
  const all = count(resources, "resource");
  const outcomes = [
    ...(differing.size > 0 ? [`${differing.size} of ${all} ${differing.size === 1 ? "differs" : "differ"}`] : []),
    ...(uncertain > 0 ? [`${uncertain} of ${all} may differ`] : []),
  ];
  const parts = [
    `${printable(labels.a)} and ${printable(labels.b)}: ${outcomes.join(", ") || `alike: ${all}`}`,
    ...(differences.length > 0 ? [count(differences.length, "difference")] : []),
    ...(unknown > 0 ? [`${unknown} of them cannot be compared: encrypted`] : []),
    ...(unsettled > 0 ? [`${unsettled} of them cannot be compared: an operation failed or was interrupted`] : []),
    ...(ignored > 0 ? [`${count(ignored, "difference")} ignored`] : []),
  ];
  return `${parts.join("; ")}.`;
}

const isCertain = ({ kind }: Difference): boolean => kind !== "unknown" && kind !== "unsettled";
