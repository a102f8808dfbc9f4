import { describe, expect, it } from "vitest";
import { Creates } from "../../src/core/lifecycle/creates";

/** An operation without an end. */
const patient = { waitFor: <T>(event: Promise<T>) => event };

const object = (id: string) => ({ id, answer: {} });

const ids = async (found: Promise<readonly { id: string }[]>) => (await found).map(({ id }) => id);

it("the register of creates gives an object that was found to one create only", async () => {
  const creates = new Creates();
  const find = async () => [object("a")];
  const both = await Promise.all([ids(creates.adopt(patient, find)), ids(creates.adopt(patient, find))]);
  expect(both).toEqual([["a"], []]);
});

it("the register of creates does not give away what a create has made, or is about to say that it made", async () => {
  const creates = new Creates();
  await creates.send(async () => object("a"));
  let answer = (_: { id: string; answer: object }) => {};
  const underWay = creates.send(() => new Promise((resolve) => (answer = resolve as typeof answer)));
  const adopted = ids(creates.adopt(patient, async () => [object("a"), object("b"), object("c")]));
  await new Promise((resolve) => setImmediate(resolve));
  answer(object("b"));
  expect((await underWay).id).toBe("b");
  expect(await adopted).toEqual(["c"]);
});

it("the register of creates does not wait for creates that have failed, and takes nothing where there are several", async () => {
  const creates = new Creates();
  await expect(creates.send(() => Promise.reject(new Error("no")))).rejects.toThrow("no");
  const find = async () => [object("a"), object("b")];
  expect(await ids(creates.adopt(patient, find))).toEqual(["a", "b"]);
  expect(await ids(creates.adopt(patient, find))).toEqual(["a", "b"]);
});

it("the register of creates goes on after a look that failed", async () => {
  const creates = new Creates();
  await expect(creates.adopt(patient, () => Promise.reject(new Error("no list")))).rejects.toThrow("no list");
  expect(await ids(creates.adopt(patient, async () => [object("a")]))).toEqual(["a"]);
});

it("the register of creates looks one after the other", async () => {
  const creates = new Creates();
  const log: string[] = [];
  const look = (name: string) => async () => {
    log.push(`${name} begins`);
    await new Promise((resolve) => setImmediate(resolve));
    log.push(`${name} ends`);
    return [];
  };
  await Promise.all([creates.adopt(patient, look("one")), creates.adopt(patient, look("two"))]);
  expect(log).toEqual(["one begins", "one ends", "two begins", "two ends"]);
});

it("the register of creates may give an id again when its object was deleted", async () => {
  const creates = new Creates();
  await creates.send(async () => object("a"));
  creates.forget("a");
  expect(await ids(creates.adopt(patient, async () => [object("a")]))).toEqual(["a"]);
});

describe("a look that is given up while it waits for others", () => {
  /** An operation that can be given up. */
  function impatient() {
    const { promise, reject } = Promise.withResolvers<never>();
    promise.catch(() => undefined);
    return {
      waitFor: <T>(event: Promise<T>) => Promise.race([event, promise]),
      giveUp: () => reject(new Error("late")),
    };
  }

  it("fails, takes nothing, and leaves the object to another", async () => {
    const creates = new Creates();
    const operation = impatient();
    const { promise, resolve } = Promise.withResolvers<ReturnType<typeof object>>();
    const underWay = creates.send(() => promise);
    const adopted = creates.adopt(operation, async () => [object("a")]);
    operation.giveUp();
    await expect(adopted).rejects.toThrow("late");
    resolve(object("b"));
    await underWay;
    expect(await ids(creates.adopt(patient, async () => [object("a")]))).toEqual(["a"]);
  });

  it("looks for nothing, and lets nobody look beside those before it", async () => {
    const creates = new Creates();
    const operation = impatient();
    const { promise, resolve } = Promise.withResolvers<void>();
    const looks: string[] = [];
    const look =
      (name: string, until: Promise<void> = Promise.resolve()) =>
      async () => {
        looks.push(`${name} begins`);
        await until;
        looks.push(`${name} ends`);
        return [];
      };
    const first = creates.adopt(patient, look("first", promise));
    const second = creates.adopt(operation, look("second"));
    const third = creates.adopt(patient, look("third"));
    operation.giveUp();
    await expect(second).rejects.toThrow("late");
    await new Promise((turn) => setImmediate(turn));
    expect(looks).toEqual(["first begins"]);
    resolve();
    await Promise.all([first, third]);
    expect(looks).toEqual(["first begins", "first ends", "third begins", "third ends"]);
  });
});
