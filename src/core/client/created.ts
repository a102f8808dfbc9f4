import { displayPath } from "./address";
import type { Answer } from "./answer";
import { LONG_WAIT_MS, secondsOf } from "./attempt-log";
import { type HttpError, NotYetFoundError } from "./errors";
import { logWait, type Operation, operationOf } from "./send";
import type { ApiRequest } from "./types";
import { type Clock, timeoutText, wait } from "./wait";

/** Milliseconds after its creation for which a service may not find an object yet. */
const SETTLING_MS = 60_000;

const FIRST_WAIT_MS = 250;
const LONGEST_WAIT_MS = 5_000;

/**
 * The paths that this process has just created or set. Some services answer 404 for a new object until all of their
 * machines know it: the provider waits for an object of its own, and does not take it for missing.
 */
export class CreatedObjects {
  /** When each path was created, the oldest first. */
  private readonly createdAt = new Map<string, number>();

  constructor(private readonly clock: Clock) {}

  /** Notes what a successful request has created or deleted. */
  note({ method, path }: ApiRequest, answer: Answer): void {
    if (method === "POST" && typeof answer?.id === "string")
      this.add(`${displayPath(path)}/${answer.id}`);
    if (method === "PUT") this.add(displayPath(path));
    if (method === "DELETE") this.forget(path);
  }

  /** Forgets an object whose deletion may have been processed, and everything below its path. */
  forget(path: ApiRequest["path"]): void {
    const root = displayPath(path);
    for (const each of this.createdAt.keys())
      if (isAtOrBelow(each, root)) this.createdAt.delete(each);
  }

  /** Milliseconds since the creation of an object, if a 404 for the request may come from a service that does not find it yet. */
  ageFor({ method, path }: ApiRequest): number | undefined {
    // No run deletes an object that it has created before.
    if (method === "POST" || method === "DELETE") return undefined;
    const asked = displayPath(path);
    // A GET below the path of an object may be about something that was never configured.
    const paths = method === "GET" ? [asked] : withParents(asked);
    const times = paths.flatMap((each) => this.createdAt.get(each) ?? []);
    const ageMs = this.clock.now() - Math.max(...times);
    return ageMs < SETTLING_MS ? ageMs : undefined;
  }

  /**
   * Waits before a request is sent again that was answered with 404.
   *
   * @param waited How many waits for the object came before.
   * @throws {NotYetFoundError} if the operation has no time for the wait.
   */
  async wait(
    request: ApiRequest,
    missing: HttpError,
    operation: Operation,
    waited: number,
  ): Promise<void> {
    const ageMs = this.ageFor(request) ?? 0;
    const waitMs = Math.min(FIRST_WAIT_MS * 2 ** waited, LONGEST_WAIT_MS);
    if (this.clock.now() + waitMs >= operation.deadline) {
      const problem = `${missing.operation} answered 404, though this run created the object ${secondsOf(ageMs)} s before`;
      const next = "run the command again";
      throw new NotYetFoundError(problem).with({
        endedBy: timeoutText(operation),
        consequences: [next],
      });
    }
    const severity = waitMs >= LONG_WAIT_MS ? "info" : "debug";
    const cause = "the service does not find yet what this run created";
    logWait(operation.log, severity, `retrying ${operationOf(request)}`, waitMs, cause);
    await wait(this.clock, waitMs, operation.signal);
  }

  private add(path: string): void {
    const now = this.clock.now();
    // A path that is created again becomes the newest.
    this.createdAt.delete(path);
    this.createdAt.set(path, now);
    for (const [each, at] of this.createdAt) {
      if (now - at < SETTLING_MS) return;
      this.createdAt.delete(each);
    }
  }
}

/** A path, and the paths above it. */
function withParents(path: string): string[] {
  const parts = path.split("/");
  return parts.map((_, index) => parts.slice(0, parts.length - index).join("/"));
}

const isAtOrBelow = (path: string, root: string): boolean =>
  path === root || path.startsWith(`${root}/`);
