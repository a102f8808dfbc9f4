import { displayPath } from "./address";
import { displaySeconds, LONG_WAIT_MS } from "./attempt-log";
import type { Operation } from "./context";
import { type HttpError, NotYetFoundError } from "./errors";
import type { ResponseBody } from "./response";
import { logWait, requestName } from "./send";
import type { ApiRequest } from "./types";
import { type Clock, timeoutText, wait } from "./wait";

/** Milliseconds after its creation for which some services do not find an object yet. */
const PROPAGATION_MS = 60_000;

const FIRST_WAIT_MS = 250;
const LONGEST_WAIT_MS = 5_000;

/**
 * The paths that this process has just created or set. Some services respond with 404 for a new object until all of their
 * machines know it. The provider waits for an object that it has created, and does not take it for missing.
 */
export class CreatedObjects {
  /** The time at which each path was created, the oldest first. */
  private readonly createdAt = new Map<string, number>();

  constructor(private readonly clock: Clock) {}

  /** Records the objects that a successful request has created or deleted. */
  record({ method, path }: ApiRequest, body: ResponseBody): void {
    if (method === "POST" && typeof body?.id === "string")
      this.add(`${displayPath(path)}/${body.id}`);
    if (method === "PUT") this.add(displayPath(path));
    if (method === "DELETE") this.forget(path);
  }

  /** Forgets an object whose deletion may have been processed, and everything below its path. */
  forget(path: ApiRequest["path"]): void {
    const root = displayPath(path);
    for (const created of this.createdAt.keys())
      if (isAtOrBelow(created, root)) this.createdAt.delete(created);
  }

  /** Milliseconds since the creation of an object, if a 404 for the request may come from a service that does not find it yet. */
  ageMs({ method, path }: ApiRequest): number | undefined {
    // No run deletes an object that it has created before.
    if (method === "POST" || method === "DELETE") return undefined;
    const requested = displayPath(path);
    // A GET below the path of an object may be about something that was never configured.
    const paths = method === "GET" ? [requested] : withParents(requested);
    const times = paths.flatMap((candidate) => this.createdAt.get(candidate) ?? []);
    const ageMs = this.clock.now() - Math.max(...times);
    return ageMs < PROPAGATION_MS ? ageMs : undefined;
  }

  /**
   * Waits before a request is sent again that was answered with 404.
   *
   * @param waited Number of earlier waits for the object.
   * @throws {NotYetFoundError} if the operation has no time for the wait.
   */
  async wait(
    request: ApiRequest,
    notFound: HttpError,
    operation: Operation,
    waited: number,
  ): Promise<void> {
    const waitMs = Math.min(FIRST_WAIT_MS * 2 ** waited, LONGEST_WAIT_MS);
    if (this.clock.now() + waitMs >= operation.deadline)
      throw this.notYetFound(request, notFound, operation);
    const severity = waitMs >= LONG_WAIT_MS ? "info" : "debug";
    const cause = "the service does not find yet what this run created";
    logWait(operation.log, severity, `retrying ${requestName(request)}`, waitMs, cause);
    await wait(this.clock, waitMs, operation.signal);
  }

  private notYetFound(request: ApiRequest, notFound: HttpError, operation: Operation) {
    const age = displaySeconds(this.ageMs(request) ?? 0);
    const problem = `${notFound.operation} answered 404, though this run created the object ${age} s before`;
    return new NotYetFoundError(problem).with({
      endedBy: timeoutText(operation),
      consequences: ["run the command again"],
    });
  }

  private add(path: string): void {
    const now = this.clock.now();
    // A path that is created again becomes the newest.
    this.createdAt.delete(path);
    this.createdAt.set(path, now);
    for (const [created, at] of this.createdAt) {
      if (now - at < PROPAGATION_MS) return;
      this.createdAt.delete(created);
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
