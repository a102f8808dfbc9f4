import type { StackResource } from "./resource";

/** What the engine would do to one resource, or what a refresh has found of it: the operation is `refresh` then. */
export interface Step {
  readonly op: string;
  readonly urn: string;
  readonly before?: StackResource;
  readonly after?: StackResource;
  /** Paths of the arguments that the engine found different. */
  readonly changed: readonly string[];
}
