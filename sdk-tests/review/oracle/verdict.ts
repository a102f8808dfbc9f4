import type { Ingress } from "./model";
import { opens, type Request } from "./reach";
import { requestsOf } from "./requests";

/** What a review has to find at least. */
export interface Verdict {
  readonly severity: "high" | "medium";
  /** A request that was refused. */
  readonly request: Request;
}

/**
 * `high` if strangers are let in whatever the API reference and the preview leave open; `medium` if that depends on what
 * they leave open, if only people with some credential are let in, or only requests without effect (`OPTIONS`).
 */
export function verdictOn(before: Ingress, after: Ingress): Verdict | undefined {
  let found: Verdict | undefined;
  for (const request of requestsOf(before, after)) {
    const isGrave = request.person.isStranger && request.method === "GET";
    if (found && !isGrave) continue;
    const opened = opens(before, after, request);
    if (opened === "certainly" && isGrave) return { severity: "high", request };
    if (opened !== "never") found ??= { severity: "medium", request };
  }
  return found;
}
