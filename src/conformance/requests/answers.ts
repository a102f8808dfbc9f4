import { isSuccess } from "../../core/client/status";
import type { TransportResponse } from "../../core/client/transport";
import type { WireObject } from "../../core/schema/values";

/** A response of the service. */
export interface Answer {
  readonly status: number;
  readonly headers: TransportResponse["headers"];
  readonly text: string;
  /** The members of the body; none if the body is not a JSON object. */
  readonly members: WireObject;
}

/** A scenario cannot go on: a request on which its other requests depend has failed. */
export class ScenarioEnd extends Error {}

export function requireSuccess(request: string, { status }: Pick<Answer, "status">): void {
  if (!isSuccess(status)) throw new ScenarioEnd(`${request} answered ${status}`);
}

/** True if a response shows a module that configures nothing. */
export const isModuleUnset = ({ status, members, text }: Answer): boolean =>
  status === 404 ||
  (isSuccess(status) &&
    members.enabled !== true &&
    (Object.keys(members).length > 0 || ["", "null", "{}"].includes(text.trim())) &&
    Object.entries(members).every(
      ([name, value]) => ["enabled", "terminate_at"].includes(name) || value === null,
    ));
