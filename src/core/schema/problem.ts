/** What is wrong with a value: where it stands, by camelCase names, and why, to be read behind that. */
export interface Problem {
  /** Empty where no argument alone is at fault. */
  readonly path: string;
  readonly reason: string;
}

/** What is wrong with a value, and what it is instead: a number, a length, or a kind of value, which may be a secret. */
export interface Wrong {
  readonly reason: string;
  readonly got?: string;
}

/** The same of a value at a path, until it is known which values are secret. */
export interface Finding extends Wrong {
  readonly path: string;
  /** The path ends with a name that is none of the table's. */
  readonly isUnknownName?: true;
}

export const wrongText = ({ reason, got }: Wrong): string => (got === undefined ? reason : `${reason}, got ${got}`);

/** The problem with a value that may be shown. */
export const problemOf = ({ path, ...wrong }: Finding): Problem => ({ path, reason: wrongText(wrong) });

/** The problem as a line. */
export const problemText = ({ path, reason }: Problem): string => (path === "" ? reason : `${path} ${reason}`);
