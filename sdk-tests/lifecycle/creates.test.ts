import { setImmediate as turn } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import {
  CancelledError,
  HttpError,
  OutcomeUnknownError,
  TimeoutError,
} from "../../src/core/client/errors";
import type { CreateRecords } from "../../src/core/lifecycle/create-records";
import {
  type Attempt,
  type Create,
  Creates,
  UnfinishedCreatesError,
} from "../../src/core/lifecycle/creates";
import type { Created } from "../../src/core/lifecycle/resource";

const request = {
  method: "POST",
  path: { template: "/things", params: {} },
  body: { name: "equal" },
} as const;
const create: Create = {
  inputs: {},
  started: { wallMs: Date.now(), steadyMs: performance.now() },
  request,
};
const other: Create = { ...create, request: { ...request, body: { name: "other" } } };
const thing = (id: string): Created => ({ id, values: {} });
const lose = () => Promise.reject(new OutcomeUnknownError("the answer is lost"));
const refuse = () => Promise.reject(new HttpError("POST /things", { status: 403, advice: "" }));
const client = { waitFor: <T>(others: Promise<T>) => others };

/** Returns the records of the creates of other processes, and the calls with which this process records its creates. */
function beside(known: { claimed?: string; lost?: number; answered?: Promise<void> } = {}) {
  const told: string[] = [];
  const records: CreateRecords = {
    claim: (id) => id !== known.claimed,
    isClaimed: () => false,
    release: () => undefined,
    begin: () => ({
      sent: () => told.push("sent"),
      lost: () => told.push("lost"),
      end: () => told.push("end"),
      othersUnderWay: () => known.answered && { pids: [4711], ended: known.answered },
      othersLost: () => known.lost ?? 0,
    }),
  };
  return { records, told };
}

/** Returns the creates of a collection, and a create of each kind that has lost its response. */
async function withLost(kinds: readonly Create[], records?: CreateRecords) {
  const creates = new Creates("/things");
  const attempts = kinds.map((kind) => creates.begin(records, kind));
  for (const attempt of attempts) await creates.send(attempt, lose).catch(() => undefined);
  const adopt = (attempt: Attempt, ...ids: readonly string[]) =>
    creates.adopt(client, attempt, async () => ids.map(thing));
  const [first, second] = attempts as [Attempt, Attempt];
  return { creates, first, second, adopt };
}

it("an object that is found for a lost create is the first one's if as many are found as equal creates are lost", async () => {
  const { first, second, adopt } = await withLost([create, create, other]);
  expect(await adopt(first, "a")).toEqual({ free: [thing("a")], lost: 2, taken: undefined });
  expect(await adopt(first, "a", "b")).toMatchObject({ lost: 2, taken: thing("a") });
  expect(await adopt(second, "a", "b")).toEqual({ free: [thing("b")], lost: 1, taken: thing("b") });
});

it("an object that is found for a lost create is not taken if a create of another process may have made it", async () => {
  const { first, adopt } = await withLost([create], beside({ lost: 1 }).records);
  expect(await adopt(first, "a")).toMatchObject({ lost: 2, taken: undefined });
  expect(await adopt(first, "a", "b")).toMatchObject({ lost: 2, taken: thing("a") });
});

it("an object that is found for a lost create is not taken if another process takes it at that moment", async () => {
  const { first, adopt } = await withLost([create], beside({ claimed: "a" }).records);
  expect(await adopt(first, "a")).toEqual({ free: [thing("a")], lost: 1, taken: undefined });
});

it("an object that is found for a lost create is left to an equal create once the other one has failed for good", async () => {
  const { creates, first, second, adopt } = await withLost([create, create]);
  creates.giveUp(first);
  expect(await adopt(second, "a")).toMatchObject({ lost: 1, taken: thing("a") });
});

it("a create that has waited for other creates in vain names their processes, and its list is not read", async () => {
  const { creates, first } = await withLost(
    [create],
    beside({ answered: new Promise(() => undefined) }).records,
  );
  const impatient = { waitFor: () => Promise.reject(new TimeoutError("gave up after 1 s")) };
  let isRead = false;
  const find = async () => {
    isRead = true;
    return [];
  };
  const adopted = creates.adopt(impatient, first, find);
  await expect(adopted).rejects.toThrow(
    "creates of process 4711 in the same collection had no response by then",
  );
  await expect(adopted).rejects.toBeInstanceOf(UnfinishedCreatesError);
  expect(isRead).toBe(false);
});

const makeA = async () => thing("a");

it("an answer about the object of another create is an error, after which the outcome is not known", async () => {
  const { records, told } = beside();
  const creates = new Creates("/things");
  await creates.send(creates.begin(undefined, create), makeA);
  const answered = creates.send(creates.begin(records, create), makeA);
  await expect(answered).rejects.toThrow(
    "POST /things: the answer is about the object of another create",
  );
  expect(told).toEqual(["sent", "lost"]);
});

it.each<[title: string, posts: readonly (() => Promise<Created>)[], told: string[]]>([
  ["sent, and answered", [makeA], ["sent", "end"]],
  ["refused", [refuse], ["sent", "end"]],
  ["lost, and refused when it is sent again", [lose, refuse], ["sent", "lost", "sent", "lost"]],
])("other processes learn of a create that is %s", async (_, posts, told) => {
  const others = beside();
  const creates = new Creates("/things");
  const attempt = creates.begin(others.records, create);
  for (const post of posts) await creates.send(attempt, post).catch(() => undefined);
  expect(others.told).toEqual(told);
});

it("other processes learn of the end of a lost create once it has its object", async () => {
  const { records, told } = beside();
  const { first, adopt } = await withLost([create], records);
  await adopt(first, "a");
  expect(told).toEqual(["sent", "lost", "end"]);
});

it("a create whose answer is lost while the object of an equal one is looked for leaves that its object", async () => {
  const { creates, first } = await withLost([create]);
  const second = creates.begin(undefined, create);
  const listed = [thing("first")];
  let looks = 0;
  const looked = await creates.adopt(client, first, async () => {
    const found = [...listed];
    if (looks++ === 0) {
      await creates.send(second, lose).catch(() => undefined);
      listed.push(thing("second"));
    }
    return found;
  });
  expect(looked.taken).toEqual(thing("first"));
  expect(looks).toBe(2);
});

describe("a look for objects", () => {
  /** Starts lookups that continue until they have to end, and records their outcome. */
  async function looks(records?: CreateRecords) {
    const { creates, first } = await withLost([create], records);
    const done: string[] = [];
    const begin = async (name: string, waitFor = client.waitFor) => {
      const end = Promise.withResolvers<readonly Created[]>();
      const find = () => {
        done.push(name);
        return end.promise;
      };
      const looked = creates.adopt({ waitFor }, first, find).catch(() => undefined);
      await turn();
      return async () => {
        end.resolve([]);
        await looked;
        await turn();
      };
    };
    return { begin, done };
  }

  it("begins when other processes have their answers", async () => {
    const answered = Promise.withResolvers<void>();
    const { begin, done } = await looks(beside({ answered: answered.promise }).records);
    const end = await begin("look");
    expect(done).toEqual([]);
    answered.resolve();
    await end();
    expect(done).toEqual(["look"]);
  });

  it("begins when the one before has ended, also if one between them was given up", async () => {
    const { begin, done } = await looks();
    const endFirst = await begin("first");
    await begin("given up", () => Promise.reject(new CancelledError()));
    const endThird = await begin("third");
    expect(done).toEqual(["first"]);
    await endFirst();
    expect(done).toEqual(["first", "third"]);
    const endFourth = await begin("fourth");
    expect(done).toEqual(["first", "third"]);
    await endThird();
    await endFourth();
    expect(done).toEqual(["first", "third", "fourth"]);
  });
});
