import { setImmediate as turn } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { CancelledError, NetworkError, TimeoutError } from "../../src/core/client/errors";
import { Limiter } from "../../src/core/client/limiter";
import type { TransportResponse } from "../../src/core/client/transport";
import type { ClientOptions } from "../../src/core/client/types";
import { wait } from "../../src/core/client/wait";
import { testClient } from "../support/client";
import { expectFailure } from "../support/failure";
import { jumpingClock, SharedClock } from "../support/virtual-time";

const get = { method: "GET", path: { template: "/agent_ingresses" } } as const;
const put = { ...get, method: "PUT", body: {} } as const;

const ok: TransportResponse = { status: 200, headers: {}, text: "{}" };
const refusal = (status: number, retryAfter: string) => async (): Promise<TransportResponse> => ({
  status,
  headers: { "retry-after": retryAfter },
  text: "",
});

/** Returns a client of a service that sends these responses in turn, and 200 from then on. */
function setUp(
  answers: (() => Promise<TransportResponse>)[],
  options: Partial<ClientOptions> = {},
) {
  const clock = new SharedClock();
  const sent: string[] = [];
  const transport: ClientOptions["transport"] = async ({ method }) => {
    sent.push(`${method} at ${clock.now()}`);
    return (await answers.shift()?.()) ?? ok;
  };
  const client = testClient({ baseUrl: "http://127.0.0.1:1", clock, transport, ...options });
  return { client, clock, sent };
}

const fail = (error: Error) => () => Promise.reject(error);

/** Returns the name and message of a failure, or the status of a success. */
const outcomeText = (outcome: PromiseSettledResult<unknown> | undefined) =>
  outcome?.status === "rejected" ? String(outcome.reason) : outcome?.status;

it("a wait ends with its signal, and not before", async () => {
  const clock = new SharedClock();
  const [early, whole] = await clock.settle([
    wait(clock, 60, clock.abortedAt(40)).finally(() => expect(clock.now()).toBe(40)),
    wait(clock, 50, new AbortController().signal).finally(() => expect(clock.now()).toBe(50)),
  ]);
  expect(outcomeText(early)).toBe("CancelledError: it was cancelled");
  expect(outcomeText(whole)).toBe("fulfilled");
});

it("a wait does not begin when its signal is aborted already", async () => {
  const clock = jumpingClock();
  await expect(wait(clock, 60, AbortSignal.abort())).rejects.toThrow(CancelledError);
  expect(clock.waits).toEqual([]);
});

it("a wait that fails otherwise fails with that", async () => {
  const broken = new Error("the clock is broken");
  const clock = { ...jumpingClock(), sleep: () => Promise.reject(broken) };
  await expect(wait(clock, 60, new AbortController().signal)).rejects.toBe(broken);
  await expect(wait(clock, 60, undefined)).rejects.toBe(broken);
});

describe("a cancelled operation", () => {
  it("sends nothing when it is cancelled before it begins", async () => {
    const { client, sent } = setUp([]);
    const request = client.begin({ signal: AbortSignal.abort() }).request(get);
    await expectFailure(request, "CancelledError: GET /agent_ingresses: it was cancelled");
    expect(sent).toEqual([]);
  });

  /** Cancels an operation during its attempt, which ends like `attempt`, and returns the outcome of the operation. */
  async function cancelledDuring(attempt: () => Promise<TransportResponse>) {
    const controller = new AbortController();
    const { client, sent } = setUp([
      () => {
        controller.abort();
        return attempt();
      },
    ]);
    const [outcome] = await Promise.allSettled([
      client.begin({ signal: controller.signal }).request(put),
    ]);
    expect(sent).toHaveLength(1);
    return outcome;
  }

  it("gets the answer of a request that is under way", async () => {
    const outcome = await cancelledDuring(async () => ({ ...ok, text: '{"id":"a"}' }));
    expect(outcome).toEqual({ status: "fulfilled", value: { id: "a" } });
  });

  it("is not sent again when it is cancelled during a failing attempt, and reports that failure", async () => {
    const outcome = await cancelledDuring(fail(new TimeoutError("late")));
    expect(outcomeText(outcome)).toBe(
      "TimeoutError: PUT /agent_ingresses: late (it was cancelled)",
    );
  });

  it.each<[at: number, answers: (() => Promise<TransportResponse>)[], message: string]>([
    [
      5_000,
      [refusal(503, "10")],
      "HttpError: GET /agent_ingresses answered 503; the service has a problem; run the command again later (it was cancelled)",
    ],
    [
      10_100,
      [
        refusal(503, "10"),
        fail(new NetworkError("reset", { mayBeProcessed: true, canPass: true })),
      ],
      "NetworkError: GET /agent_ingresses: reset (after 2 attempts; it was cancelled)",
    ],
    [
      7_000,
      [refusal(429, "30")],
      "HttpError: GET /agent_ingresses answered 429; the rate limit is reached; run the command again later (it was cancelled)",
    ],
  ])(
    "does not wait for its next attempt if cancelled after %i ms",
    async (cancelledAt, answers, message) => {
      const { client, clock, sent } = setUp([...answers]);
      const [outcome] = await clock.settle([
        client.begin({ signal: clock.abortedAt(cancelledAt) }).request(get),
      ]);
      expect(clock.now()).toBe(cancelledAt);
      expect(outcomeText(outcome)).toBe(message);
      expect(sent).toHaveLength(answers.length);
    },
  );

  it("ends in the queue for its next attempt, and reports the failure of its last attempt", async () => {
    const answers = [fail(new TimeoutError("late")), () => clock.sleep(60_000).then(() => ok)];
    const { client, clock, sent } = setUp(answers, { maxConcurrency: 1 });
    const [cancelled, other] = await clock.settle([
      client.begin({ signal: clock.abortedAt(20_000) }).request(put),
      client.request(get),
    ]);
    expect(outcomeText(cancelled)).toBe(
      "TimeoutError: PUT /agent_ingresses: late (it was cancelled)",
    );
    expect(outcomeText(other)).toBe("fulfilled");
    expect(sent).toEqual(["PUT at 0", "GET at 0"]);
  });

  it("ends in the pause that another's refusal began", async () => {
    const { client, clock, sent } = setUp([refusal(429, "30")]);
    const first = client.request(get);
    await turn();
    const second = client.begin({ signal: clock.abortedAt(7_000) }).request(put);
    const ended = second.catch(() => clock.now());
    const outcomes = await clock.settle([first, second]);
    expect(outcomes.map(outcomeText)).toEqual([
      "fulfilled",
      "CancelledError: PUT /agent_ingresses: it was cancelled",
    ]);
    expect(await ended).toBe(7_000);
    expect(sent).toEqual(["GET at 0", "GET at 30000"]);
  });

  it("ends the look for what a failed request has done", async () => {
    const { client, clock } = setUp([]);
    const operation = client.begin({ signal: clock.abortedAt(20_000) });
    const [outcome] = await clock.settle([operation.waitForProcessingToEnd(put)]);
    expect(outcomeText(outcome)).toBe("CancelledError: it was cancelled");
    expect(clock.now()).toBe(20_000);
  });

  it("ends a wait on the machine's clock", async () => {
    const controller = new AbortController();
    const log = () => void setImmediate(() => controller.abort());
    const { client, sent } = setUp([refusal(503, "60")], { clock: undefined, log });
    const request = client.begin({ signal: controller.signal }).request(get);
    await expectFailure(request, /^HttpError: .* answered 503.*\(it was cancelled\)$/);
    expect(sent).toHaveLength(1);
  });

  it("leaves other operations of its client as they are", async () => {
    const { client, clock, sent } = setUp([refusal(503, "10"), refusal(503, "10")]);
    const [cancelled, other] = await clock.settle([
      client.begin({ signal: clock.abortedAt(5_000) }).request(put),
      client.begin({ signal: new AbortController().signal }).request(get),
    ]);
    expect(outcomeText(cancelled)).toContain("(it was cancelled)");
    expect(outcomeText(other)).toBe("fulfilled");
    expect(sent).toEqual(["PUT at 0", "GET at 0", "GET at 10000"]);
  });
});

describe("who waits in the line of a limiter", () => {
  it.each<{
    title: string;
    place: number;
    signalOf: (clock: SharedClock) => AbortSignal;
    ends: unknown[];
  }>([
    {
      title: "lets the others move up when its signal is aborted, if each request takes 100 ms",
      place: 2,
      signalOf: (clock) => clock.abortedAt(50),
      ends: [0, 100, new CancelledError(), 200],
    },
    {
      title: "takes no place if its signal is aborted before, if each request takes 100 ms",
      place: 0,
      signalOf: () => AbortSignal.abort(),
      ends: [new CancelledError(), 0, 100, 200],
    },
    {
      title:
        "ends what it has begun, and sends nobody away when its signal is aborted, if each takes 100 ms",
      place: 1,
      signalOf: (clock) => clock.abortedAt(150),
      ends: [0, 100, 200, 300],
    },
  ])("$title", async ({ place, signalOf, ends }) => {
    const clock = new SharedClock();
    const limiter = new Limiter(1, clock);
    const signal = signalOf(clock);
    const operation = async () => {
      const now = clock.now();
      await clock.sleep(100);
      return now;
    };
    const runs = ends.map((_, index) =>
      limiter.run(operation, index === place ? signal : undefined),
    );
    const outcomes = await clock.settle(runs);
    expect(
      outcomes.map((outcome) => (outcome.status === "fulfilled" ? outcome.value : outcome.reason)),
    ).toEqual(ends);
  });

  it.each([
    {
      title:
        "gives its place to the next when its signal is aborted in a pause, which changes no pace",
      abortedAt: 500,
      expected: 1_100,
    },
    {
      title: "gives its place to the next when its signal is aborted in its turn",
      abortedAt: 1_050,
      expected: 1_200,
    },
  ])("$title", async ({ abortedAt, expected }) => {
    const clock = new SharedClock();
    const limiter = new Limiter(2, clock);
    for (let served = 0; served < 10; served++) await limiter.run(async () => undefined);
    await limiter.run(async () => limiter.pause(1_000));
    const begin = (signal?: AbortSignal) =>
      limiter.run(async () => {
        const now = clock.now();
        await clock.sleep(5_000);
        return now;
      }, signal);
    const [first, cancelled, next] = await clock.settle([
      begin(),
      begin(clock.abortedAt(abortedAt)),
      begin(),
    ]);
    expect(first).toEqual({ status: "fulfilled", value: 1_000 });
    expect(outcomeText(cancelled)).toBe("CancelledError: it was cancelled");
    expect(next).toMatchObject({ status: "fulfilled", value: expect.closeTo(expected, 0) });
  });
});
