/** What is wrong with a value: where it stands, by camelCase names, and why, to be read behind that. */
export interface Problem {
  /** Empty where no argument alone is at fault. */
  readonly path: string;
  readonly reason: string;
}

/** The problem as a line. */
export const problemText = ({ path, reason }: Problem): string => (path === "" ? reason : `${path} ${reason}`);
