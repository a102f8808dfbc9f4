/** The effect of an operation of the engine on one resource. */
interface OperationFacts {
  /** The time at which the stack manages the object of the resource. */
  readonly managed: "before and after" | "before" | "after" | "never";
  /** True for the steps of a replacement, and for an import that replaces an object of the stack. */
  readonly isReplacement?: true;
  /** True if the stack takes over an object that exists. */
  readonly isImport?: true;
}

/** All operations of the engine (`StepOp` in its source), CLI 3.182 to 3.259. */
const operations = {
  same: { managed: "before and after" },
  create: { managed: "after" },
  update: { managed: "before and after" },
  delete: { managed: "before" },
  // A replacement has three steps: `replace` as a whole, and the two that carry it out.
  replace: { managed: "before and after", isReplacement: true },
  "create-replacement": { managed: "before and after", isReplacement: true },
  "delete-replaced": { managed: "before", isReplacement: true },
  import: { managed: "after", isImport: true },
  "import-replacement": { managed: "after", isReplacement: true, isImport: true },
  // A lookup by the program: from then on, the object belongs to another party.
  read: { managed: "before" },
  // The rest of a replacement by a lookup, whose `replace` shows the new state as external.
  "read-replacement": { managed: "never" },
  // The program no longer looks up the object.
  discard: { managed: "never" },
  "discard-replaced": { managed: "never" },
  // An earlier run has deleted the object already.
  "remove-pending-replace": { managed: "never" },
  // A refresh compares the state with the server, and changes nothing of the program's.
  refresh: { managed: "never" },
  // A comparison with an object that is to be imported, before `import` itself.
  diff: { managed: "never" },
  // Since CLI 3.249. It is about a provider, never about a resource of this package.
  "extend-parameterize": { managed: "never" },
} as const satisfies Readonly<Record<string, OperationFacts>>;

/** An operation that this release knows. */
export type Operation = keyof typeof operations;

const factsOf = (operation: Operation): OperationFacts => operations[operation];

export const isOperation = (text: string): text is Operation => Object.hasOwn(operations, text);

export const isReplacement = (operation: Operation): boolean =>
  factsOf(operation).isReplacement === true;

export const isImport = (operation: Operation): boolean => factsOf(operation).isImport === true;

export const isManagedBefore = (operation: Operation): boolean =>
  ["before", "before and after"].includes(factsOf(operation).managed);

export const isManagedAfter = (operation: Operation): boolean =>
  ["after", "before and after"].includes(factsOf(operation).managed);
