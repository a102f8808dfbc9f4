import { asKnown, EdgeIngressError, ForeignAnswerError, HttpError, UnexpectedAnswerError } from "./errors";
import { type Operation, type Shared, sendWithRetries } from "./send";
import { waitFor } from "./wait";

/**
 * Whether the base URL is the API's. An answer such as a 404 of a wrong base URL, a proxy or a gateway must not be taken for
 * an object that is gone. So before such an answer counts, the API has to show the list that every account of it has.
 */
export class Verification {
  private isDone = false;
  private underWay: Promise<void> | undefined;

  constructor(private readonly shared: Shared) {}

  /** The base URL has answered as only the API does. */
  confirm(): void {
    this.isDone = true;
  }

  /**
   * Asks for the list as a part of an operation, unless it is known already. Who comes while another operation asks waits
   * for that, and asks itself if the other has failed, which may have been for a deadline or a signal of its own.
   *
   * @param answered What is in question, as the beginning of a message.
   * @throws {EdgeIngressError} if the base URL does not answer with the documented list, or does not answer.
   */
  async verify(answered: string, operation: Operation): Promise<void> {
    await this.explained(answered, async () => {
      while (!this.isDone) {
        if (!this.underWay) return this.begin(operation);
        await waitFor(
          this.shared.clock,
          this.underWay.catch(() => undefined),
          operation,
        );
      }
    });
  }

  /** The same, also where it is known already: at this time, too. */
  async verifyAgain(answered: string, operation: Operation): Promise<void> {
    await this.explained(answered, () => this.requestList(operation));
  }

  private async begin(operation: Operation): Promise<void> {
    this.underWay = this.requestList(operation);
    try {
      await this.underWay;
      this.isDone = true;
    } finally {
      this.underWay = undefined;
    }
  }

  private async requestList(operation: Operation): Promise<void> {
    const { path, member } = this.shared.options.probe;
    const answer = await sendWithRetries({ method: "GET", path: { template: path } }, this.shared, operation);
    if (!Array.isArray(answer?.[member])) throw new ForeignAnswerError(`GET ${path}: the answer has no list ${member}`);
  }

  private async explained(answered: string, ask: () => Promise<void>): Promise<void> {
    try {
      await ask();
    } catch (cause) {
      throw isForeign(cause) ? this.notOfApi() : unverified(answered, asKnown(cause));
    }
  }

  private notOfApi(): EdgeIngressError {
    const { base, options } = this.shared;
    return new EdgeIngressError(
      `the answers with status 404 do not come from the API: ${base.href} does not answer GET ${options.probe.path} with ` +
        "its list; check edge-ingress:baseUrl",
    );
  }
}

/** Whether something else than the API has answered: the API always has the list. */
const isForeign = (error: unknown): boolean =>
  error instanceof UnexpectedAnswerError || (error instanceof HttpError && error.status === 404);

const unverified = (answered: string, { message }: Error) =>
  new EdgeIngressError(`${answered} could not be verified: ${message}`);
