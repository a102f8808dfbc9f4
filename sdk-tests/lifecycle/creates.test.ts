import { expect, it } from "vitest";
import {
  CancelledError,
  EdgeIngressError,
  OutcomeUnknownError,
  TimeoutError,
} from "../../src/core/client/errors";
import type { Claims } from "../../src/core/lifecycle/claims";
import type { Create } from "../../src/core/lifecycle/created-object";
import { Creates, UnfinishedCreatesError } from "../../src/core/lifecycle/creates";
import type { CreatedObject } from "../../src/core/lifecycle/resource";

const path = { template: "/things", params: {} };
const create = (name = "equal"): Create => ({
  inputs: {},
  started: { wallMs: Date.now(), steadyMs: performance.now() },
  request: { method: "POST", path, body: { name } },
});
const thing = (id: string): CreatedObject => ({ id, values: {} });
const lose = () => Promise.reject(new OutcomeUnknownError("the answer is lost"));
const client = { waitFor: <T>(promise: Promise<T>) => promise };
const claimed = (id: string) => ({ claimed: thing(id), doubtful: [] });
const NOTHING = { claimed: undefined, doubtful: [] };

/** The claims of another process, which has claimed `id` before or, with `isLate`, does so after the candidates are counted. */
const claimsOn = (id: string, { isLate = false } = {}): Claims => ({
  claim: (path) => path !== `/things/${id}`,
  isClaimed: (path) => !isLate && path === `/things/${id}`,
  release: () => undefined,
});

/** Sends creates whose outcomes stay unknown. */
async function lost(...attempts: readonly Create[]) {
  const creates = new Creates("/things");
  for (const attempt of attempts)
    await expect(creates.send(attempt, undefined, lose)).rejects.toThrow();
  const claimMatch = (attempt: Create, ids: readonly string[], claims?: Claims) =>
    creates.claimMatch(client, attempt, claims, async () => ({
      newer: ids.map(thing),
      perhapsOlder: [],
    }));
  return { creates, claimMatch };
}

it("equal creates with unknown outcomes share the candidates, of which each gets one", async () => {
  const [first, second] = [create(), create()];
  const { claimMatch } = await lost(first, second, create("other"));
  expect(await claimMatch(first, ["a", "b"])).toEqual(claimed("a"));
  expect(await claimMatch(second, ["a", "b"])).toEqual(claimed("b"));
});

it("a single candidate belongs to the first of two equal creates", async () => {
  const [first, second] = [create(), create()];
  const { claimMatch } = await lost(first, second);
  expect(await claimMatch(first, ["a"])).toEqual(claimed("a"));
  expect(await claimMatch(second, ["a"])).toEqual(NOTHING);
});

it("more candidates than equal creates with unknown outcomes are ambiguous", async () => {
  const attempt = create();
  const { claimMatch } = await lost(attempt, create("other"));
  expect(await claimMatch(attempt, ["a", "b"])).toEqual({
    claimed: undefined,
    doubtful: [thing("a"), thing("b")],
  });
});

it("a create that has failed for good leaves its object to the user", async () => {
  const [first, second] = [create(), create()];
  const { creates, claimMatch } = await lost(first, second);
  creates.giveUp(first);
  expect(await claimMatch(second, ["a", "b"])).toMatchObject({ claimed: undefined });
  expect(await claimMatch(second, ["a"])).toEqual(claimed("a"));
});

it("a create that is refused is not counted: it has no object in the list", async () => {
  const attempt = create();
  const { creates, claimMatch } = await lost(attempt);
  const refusal = new EdgeIngressError("refused");
  const refused = creates.send(create(), undefined, () => Promise.reject(refusal));
  await expect(refused).rejects.toBe(refusal);
  expect(await claimMatch(attempt, ["a", "b"])).toMatchObject({ claimed: undefined });
});

it("a create that has claimed its object is not counted any more", async () => {
  const [first, second] = [create(), create()];
  const { claimMatch } = await lost(first, second);
  expect(await claimMatch(first, ["a"])).toEqual(claimed("a"));
  expect(await claimMatch(second, ["a", "b", "c"])).toEqual({
    claimed: undefined,
    doubtful: [thing("b"), thing("c")],
  });
});

it("an object that another process has claimed does not make the candidates ambiguous", async () => {
  const attempt = create();
  const { claimMatch } = await lost(attempt);
  expect(await claimMatch(attempt, ["a", "b"], claimsOn("a"))).toEqual(claimed("b"));
});

it.each([{ isLate: false }, { isLate: true }])(
  "an object that another process has claimed is not a candidate (%j)",
  async (when) => {
    const attempt = create();
    const { claimMatch } = await lost(attempt);
    expect(await claimMatch(attempt, ["a"], claimsOn("a", when))).toEqual(NOTHING);
  },
);

it("a lookup leaves the object of a create whose response arrives after the list", async () => {
  const attempt = create();
  const { creates } = await lost(attempt);
  const response = Promise.withResolvers<CreatedObject>();
  const inFlight = creates.send(create(), undefined, () => response.promise);
  const lookup = creates.claimMatch(client, attempt, undefined, async () => ({
    newer: [thing("a")],
    perhapsOlder: [],
  }));
  response.resolve(thing("a"));
  expect(await lookup).toEqual(NOTHING);
  expect(await inFlight).toEqual(thing("a"));
});

it.each([
  {
    title: "a lookup waits for the other creates until the time of the operation ends the wait",
    end: new TimeoutError("gave up after 1 s"),
    expected: UnfinishedCreatesError,
  },
  {
    title: "a lookup waits for the other creates until a cancellation ends the wait",
    end: new CancelledError(),
    expected: CancelledError,
  },
])("$title", async ({ end, expected }) => {
  const attempt = create();
  const { creates } = await lost(attempt);
  void creates.send(create(), undefined, () => new Promise(() => undefined));
  const ended = { waitFor: () => Promise.reject(end) };
  const lookup = creates.claimMatch(ended, attempt, undefined, async () => ({
    newer: [thing("a")],
    perhapsOlder: [],
  }));
  await expect(lookup).rejects.toBeInstanceOf(expected);
});

it.each([
  {
    title: "a response about an object that this process has created leaves the outcome unknown",
    claims: undefined,
  },
  {
    title: "a response about an object that another process has created leaves the outcome unknown",
    claims: claimsOn("a"),
  },
])("$title", async ({ claims }) => {
  const creates = new Creates("/things");
  if (!claims) await creates.send(create(), undefined, async () => thing("a"));
  const attempt = create();
  await expect(creates.send(attempt, claims, async () => thing("a"))).rejects.toMatchObject({
    message: "POST /things: the answer is about the object of another create",
    mayBeProcessed: true,
  });
  const found = await creates.claimMatch(client, attempt, claims, async () => ({
    newer: [thing("b")],
    perhapsOlder: [],
  }));
  expect(found).toEqual(claimed("b"));
});

it("an id that was released may be created again", async () => {
  const creates = new Creates("/things");
  const send = () => creates.send(create(), undefined, async () => thing("a"));
  await send();
  creates.release(undefined, "a");
  expect(await send()).toEqual(thing("a"));
});

it("only objects that belong to no other create are doubtful for being perhaps older", async () => {
  const attempt = create();
  const { creates } = await lost(attempt);
  await creates.send(create(), undefined, async () => thing("a"));
  const perhapsOlder = [thing("a"), thing("b")];
  const matches = async () => ({ newer: [], perhapsOlder });
  expect(await creates.claimMatch(client, attempt, undefined, matches)).toEqual({
    claimed: undefined,
    doubtful: [thing("b")],
  });
});
