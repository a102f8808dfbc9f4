/** A member that breaks a rule of the reference. `member` is a dotted path from the body's root, empty for the body itself. */
export interface Issue {
  readonly member: string;
  readonly message: string;
}

/** The issues on one line, each with the member it is about. */
export function issueText(issues: readonly Issue[]): string {
  return issues.map(({ member, message }) => (member === "" ? message : `${member}: ${message}`)).join("; ");
}
