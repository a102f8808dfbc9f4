import { asKnown, EdgeIngressError } from "../client/errors";
import type { Values } from "../schema/values";

/**
 * The object exists, or may exist, but not as the program asks. The engine keeps it in its state, and the next update
 * mends it.
 */
export class ResourceInitFailed extends EdgeIngressError {
  override readonly name = "ResourceInitFailed";

  constructor(
    override readonly cause: Error,
    readonly id: string,
    /** What is known of it; an operation leaves it to the lifecycle to find out, but for what the last answer has shown. */
    readonly state?: Values,
  ) {
    super(asKnown(cause).message);
  }
}
