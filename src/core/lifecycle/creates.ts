import { isDeepStrictEqual } from "node:util";
import { EdgeIngressError, mayHaveBeenProcessed, TimeoutError } from "../client/errors";
import type { Client } from "../client/types";
import type { Claims } from "./claims";
import type { Create } from "./created-object";
import type { CreatedObject } from "./resource";
import { unexpected } from "./response-checks";

/** The objects of the list that match a create. */
export interface Matches {
  /** The objects that were created after the create began. */
  readonly newer: readonly CreatedObject[];
  /** The objects that were created after it only if the machine has slept. */
  readonly perhapsOlder: readonly CreatedObject[];
}

/** The result of a lookup for the object of a create with an unknown outcome. */
export interface Candidates {
  /** The object that the create has claimed. */
  readonly claimed: CreatedObject | undefined;
  /** Objects of which one may be the object of the create: they are too many, or perhaps older than the create. */
  readonly doubtful: readonly CreatedObject[];
}

/** Other creates of the collection had no response in time, so that some objects of the list may be theirs. */
export class UnfinishedCreatesError extends EdgeIngressError {
  constructor() {
    super("other creates in the same collection had no response by then");
  }
}

/** The creates of one collection. No two of them get the same object. */
export class Creates {
  /** The ids of the objects that this process has created or adopted, and has not deleted. */
  private readonly claimedIds = new Set<string>();
  private readonly inFlight = new Set<Promise<CreatedObject>>();
  private readonly withUnknownOutcome = new Set<Create>();

  /** @param path The path of the collection. */
  constructor(private readonly path: string) {}

  /**
   * Sends a create.
   *
   * @throws {UnexpectedResponseError} if the response is about the object of another create.
   */
  async send(
    create: Create,
    claims: Claims | undefined,
    post: () => Promise<CreatedObject>,
  ): Promise<CreatedObject> {
    const sent = post().then((object) => {
      if (this.claim(create, claims, object.id)) return object;
      throw unexpected(create.request, "the answer is about the object of another create");
    });
    this.inFlight.add(sent);
    try {
      const object = await sent;
      this.withUnknownOutcome.delete(create);
      return object;
    } catch (error) {
      if (mayHaveBeenProcessed(error)) this.withUnknownOutcome.add(create);
      throw error;
    } finally {
      this.inFlight.delete(sent);
    }
  }

  /**
   * Claims an object for a create with an unknown outcome, unless there are more candidates than equal creates with an unknown
   * outcome. Equal creates may have each other's objects.
   *
   * @param findMatches Lists the objects that the create may have made.
   * @throws {UnfinishedCreatesError} if another create has no response within the time of this operation.
   */
  async claimMatch(
    { waitFor }: Pick<Client, "waitFor">,
    create: Create,
    claims: Claims | undefined,
    findMatches: () => Promise<Matches>,
  ): Promise<Candidates> {
    const matches = await findMatches();
    // The list may have the object of a create whose response has not arrived yet.
    if (this.inFlight.size > 0)
      await waitFor(Promise.allSettled(this.inFlight)).catch((error: unknown) => {
        throw error instanceof TimeoutError ? new UnfinishedCreatesError() : error;
      });
    const isUnclaimed = ({ id }: CreatedObject) => !this.isClaimed(create, claims, id);
    const newer = matches.newer.filter(isUnclaimed);
    if (newer.length > this.countEqual(create)) return { claimed: undefined, doubtful: newer };
    const claimed = newer.find(({ id }) => this.claim(create, claims, id));
    if (!claimed) return { claimed, doubtful: matches.perhapsOlder.filter(isUnclaimed) };
    this.withUnknownOutcome.delete(create);
    return { claimed, doubtful: [] };
  }

  private countEqual({ request }: Create): number {
    return [...this.withUnknownOutcome].filter((create) =>
      isDeepStrictEqual(create.request, request),
    ).length;
  }

  private isClaimed({ started }: Create, claims: Claims | undefined, id: string): boolean {
    return this.claimedIds.has(id) || claims?.isClaimed(this.pathOf(id), started.wallMs) === true;
  }

  private claim({ started }: Create, claims: Claims | undefined, id: string): boolean {
    if (this.claimedIds.has(id)) return false;
    if (claims?.claim(this.pathOf(id), started.wallMs) === false) return false;
    this.claimedIds.add(id);
    return true;
  }

  /** A create has failed for good, so that its object is left to the user. */
  giveUp(create: Create): void {
    this.withUnknownOutcome.delete(create);
  }

  /** An object is deleted. */
  release(claims: Claims | undefined, id: string): void {
    this.claimedIds.delete(id);
    claims?.release(this.pathOf(id));
  }

  private pathOf(id: string): string {
    return `${this.path}/${id}`;
  }
}
