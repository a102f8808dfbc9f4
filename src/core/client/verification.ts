import { formatProblem } from "../schema/leaves";
import { isObject } from "../schema/values";
import { type BodyShape, commonShape, differenceFrom } from "./body-shape";
import { asKnown, EdgeIngressError, ForeignAnswerError, HttpError, isMissing, UnexpectedAnswerError } from "./errors";
import { type Operation, type Shared, sendWithRetries } from "./send";
import { wait, waitFor } from "./wait";

/** A well-formed id that no service gives. */
export const NO_ID = "edge-ingress-none";

/** Milliseconds from the beginning of a look to that of the next. */
const LOOK_INTERVAL_MS = 1_000;

/**
 * Whether the API has answered that something does not exist. A gateway, a proxy or whatever else is at a wrong base URL
 * answers 404 as well, perhaps for a moment in the middle of a run. So a 404 counts only if the API is seen to answer after it,
 * by the list that every account has, and if its body is like that of the API's own. One look at the list is enough for all
 * answers that came before the look began, and looks begin at most once a second: an answer in between waits for the next one.
 */
export class Verification {
  /** The look that has not begun. */
  private next: Promise<void> | undefined;
  /** The one that has begun, and has no result. */
  private current: Promise<void> | undefined;
  private begunAt = Number.NEGATIVE_INFINITY;
  /** The form of the API's own 404, once it was looked for; null if the API answers otherwise. */
  private own: BodyShape | null | undefined;
  /** Whether an object that the list shows was looked for by its path. */
  private isPathSeen = false;

  constructor(private readonly shared: Shared) {}

  /** Makes sure that a 404 is the API's, as a part of the operation that has got it. */
  async verifyMissing({ operation: asked, body }: HttpError, operation: Operation): Promise<void> {
    const answered = `${asked} answered 404`;
    if (body.kind !== "foreign") await this.verify(answered, operation);
    const difference = differenceFrom(this.own ?? body, body);
    if (difference !== undefined) throw ForeignAnswerError.of(answered, difference);
  }

  /** Makes sure that the base URL answers as the API does, at this time: see {@link Client.verify}. */
  async verify(answered: string, operation: Operation): Promise<void> {
    try {
      await this.see(operation);
      // What was made before may be lost: the operation does not rely on the look of one that only makes something new.
      while (!this.isPathSeen && !operation.creates) await this.see(operation);
    } catch (cause) {
      if (cause instanceof ForeignAnswerError) throw ForeignAnswerError.of(answered, cause.message);
      throw new EdgeIngressError(`${answered}, which could not be verified: ${asKnown(cause).message}`);
    }
  }

  /**
   * Sees the API answer from now on. Who finds another operation about to look waits for that, and looks in its place if
   * the other has failed for what may be a deadline or a signal of its own.
   */
  private async see(operation: Operation): Promise<void> {
    while (this.next) {
      const isSeen = this.next.then(
        () => true,
        (error: unknown) => {
          if (isFinal(error)) throw error;
          return false;
        },
      );
      if (await waitFor(this.shared.clock, isSeen, operation)) return;
    }
    this.next = this.lookInTurn(operation);
    await this.next;
  }

  private async lookInTurn(operation: Operation): Promise<void> {
    try {
      await this.awaitTurn(operation);
    } finally {
      this.next = undefined;
    }
    this.begunAt = this.shared.clock.now();
    this.current = this.look(operation);
    try {
      await this.current;
    } finally {
      this.current = undefined;
    }
  }

  private async awaitTurn(operation: Operation): Promise<void> {
    const { clock } = this.shared;
    const isOver = this.current?.catch(() => undefined);
    if (isOver) await waitFor(clock, isOver, operation);
    const left = this.begunAt + LOOK_INTERVAL_MS - clock.now();
    if (left > 0) await wait(clock, left, operation.signal);
  }

  private async look(operation: Operation): Promise<void> {
    const listed = await this.requestList(operation);
    if (this.own !== undefined && (this.isPathSeen || operation.creates)) return;
    const own = this.own === undefined ? await this.learn(operation) : this.own;
    const lost = operation.creates ? undefined : await this.lostOf(listed, operation);
    // What a gateway has answered in between is not learned. An object may have been deleted in between.
    const now = await this.requestList(operation);
    if (lost !== undefined && now.includes(lost)) {
      const { path } = this.shared.options.probe;
      throw new ForeignAnswerError(`GET ${path} shows ${lost}, and GET ${path}/${lost} does not find it`);
    }
    this.own = own;
    this.isPathSeen ||= !operation.creates;
  }

  /** An object of the list that its own path does not show: a gateway may know the paths of the lists alone. */
  private async lostOf(listed: readonly string[], operation: Operation): Promise<string | undefined> {
    const id = listed.at(-1);
    const isLost = id !== undefined && (await this.missing(`${this.shared.options.probe.path}/{id}`, operation, id));
    return isLost ? id : undefined;
  }

  /** The well-formed ids of the objects on the list's first page. */
  private async requestList(operation: Operation): Promise<readonly string[]> {
    const { base, options } = this.shared;
    const { path, member } = options.probe;
    const request = { method: "GET", path: { template: path } } as const;
    const answer = await sendWithRetries(request, this.shared, operation).catch((error: unknown) => {
      if (isForeign(error)) return null;
      throw error;
    });
    const items: unknown = answer?.[member];
    if (!Array.isArray(items))
      throw new ForeignAnswerError(`${base.href} does not answer GET ${path} with the API's list`);
    const ids = items.flatMap((item: unknown) => (isObject(item) && typeof item.id === "string" ? [item.id] : []));
    return ids.filter((id) => formatProblem("id", id) === undefined);
  }

  /** The form that most collections of the API have in common: before one of them, there may be a gateway. */
  private async learn(operation: Operation): Promise<BodyShape | null> {
    const shown = await Promise.all(this.shared.options.probe.objects.map((path) => this.missing(path, operation)));
    const shapes = shown.filter((shape) => shape !== undefined);
    if (shapes.length === 0) return null;
    const shape = commonShape(shapes);
    if (shape && shape.kind !== "foreign") return shape;
    throw new ForeignAnswerError("the answers for objects that do not exist are not those of one API");
  }

  /** The form in which the API answers that there is no such object; `undefined` if it answers otherwise. */
  private async missing(template: string, operation: Operation, id = NO_ID): Promise<BodyShape | undefined> {
    const path = { template, params: { id } };
    try {
      await sendWithRetries({ method: "GET", path }, this.shared, operation);
      return undefined;
    } catch (error) {
      if (!isRefusal(error)) throw error;
      return error.status === 404 ? error.body : undefined;
    }
  }
}

/** Whether something else than the API has answered: the API always has the list. */
const isForeign = (error: unknown): boolean => error instanceof UnexpectedAnswerError || isMissing(error);

/** Whether a request was answered, and would be answered so again: failures with three of the statuses pass. */
const isRefusal = (error: unknown): error is HttpError =>
  error instanceof HttpError && error.status >= 400 && error.status < 500 && ![408, 425, 429].includes(error.status);

/** Whether a look has failed for all, and not for the operation that has looked. */
const isFinal = (error: unknown): boolean => error instanceof UnexpectedAnswerError || isRefusal(error);
