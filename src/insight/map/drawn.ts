import type { IngressObject } from "../ingress/ingress";
import type { Severity } from "../report/finding";
import type { ObjectChange } from "../review/changes";

/** What a preview does to an object; `kept` if there is no change. */
export type Fate = "kept" | "new" | "changed" | "replaced" | "deleted" | "retained";

/** What the review finds of an object. */
export interface Mark {
  readonly severity: Severity;
  readonly message: string;
}

/** A finding in a line of a drawing. */
export const markText = ({ severity, message }: Mark): string => `${severity}: ${message}`;

/** An object to draw. */
export interface Drawn {
  /** As it is, or was before the change that deletes it. */
  readonly object: IngressObject;
  /** Whether it is there: a change may delete it. */
  readonly isThere: boolean;
  readonly change?: ObjectChange;
  readonly fate: Fate;
  readonly marks: readonly Mark[];
}
