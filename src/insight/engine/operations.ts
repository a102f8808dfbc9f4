/** The effect of an operation of the engine on one resource. */
interface OperationFacts {
  /** The time at which the stack manages the object of the resource. */
  readonly managed: "before and after" | "before" | "after" | "never";
  /** The origin of the object, if the stack had none or another object before. */
  readonly object?: "created" | "replaced" | "imported" | "imported as a replacement";
  /** The first CLI with the operation. 3.182 is the oldest that this release supports, and has most of them. */
  readonly since: `3.${number}`;
}

/** All operations of the engine (`StepOp` in its source), CLI 3.182 to 3.259. */
const operations = {
  same: { managed: "before and after", since: "3.182" },
  create: { managed: "after", object: "created", since: "3.182" },
  update: { managed: "before and after", since: "3.182" },
  delete: { managed: "before", since: "3.182" },
  // A replacement has three steps: `replace` as a whole, and the two that carry it out.
  replace: { managed: "before and after", object: "replaced", since: "3.182" },
  "create-replacement": { managed: "before and after", object: "replaced", since: "3.182" },
  "delete-replaced": { managed: "before", object: "replaced", since: "3.182" },
  import: { managed: "after", object: "imported", since: "3.182" },
  "import-replacement": { managed: "after", object: "imported as a replacement", since: "3.182" },
  // A lookup by the program: from then on, the object belongs to another party.
  read: { managed: "before", since: "3.182" },
  // The rest of a replacement by a lookup, whose `replace` shows the new state as external.
  "read-replacement": { managed: "never", since: "3.182" },
  // The program no longer looks up the object.
  discard: { managed: "never", since: "3.182" },
  "discard-replaced": { managed: "never", since: "3.182" },
  // An earlier run has deleted the object already.
  "remove-pending-replace": { managed: "never", since: "3.182" },
  // A refresh compares the state with the server, and changes nothing of the program's.
  refresh: { managed: "never", since: "3.182" },
  // A comparison with an object that is to be imported, before `import` itself.
  diff: { managed: "never", since: "3.182" },
  // It is about a provider, never about a resource of this package.
  "extend-parameterize": { managed: "never", since: "3.249" },
} as const satisfies Readonly<Record<string, OperationFacts>>;

/** An operation that this release knows. */
export type Operation = keyof typeof operations;

const factsOf = (operation: Operation): OperationFacts => operations[operation];

export const isOperation = (text: string): text is Operation => Object.hasOwn(operations, text);

/** True for the steps of a replacement, and for an import that replaces an object of the stack. */
export const isReplacement = (operation: Operation): boolean =>
  ["replaced", "imported as a replacement"].includes(factsOf(operation).object ?? "");

export const isImport = (operation: Operation): boolean =>
  ["imported", "imported as a replacement"].includes(factsOf(operation).object ?? "");

export const isManagedBefore = (operation: Operation): boolean =>
  ["before", "before and after"].includes(factsOf(operation).managed);

export const isManagedAfter = (operation: Operation): boolean =>
  ["after", "before and after"].includes(factsOf(operation).managed);
