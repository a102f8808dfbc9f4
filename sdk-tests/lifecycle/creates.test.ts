import { describe, expect, it } from "vitest";
import { NetworkError } from "../../src/core/client/errors";
import { Creates as Register } from "../../src/core/lifecycle/creates";
import type { Created } from "../../src/core/lifecycle/resource";

/** An operation without an end. */
const patient = { waitFor: <T>(event: Promise<T>) => event };

/** A register whose creates all ask for the same, unless they say otherwise. */
class Creates {
  private readonly register = new Register("/things");

  private begin(asked: string) {
    const request = { method: "POST", path: { template: "/things" }, body: { asked } } as const;
    return this.register.begin(undefined, { inputs: { asked }, started: { wallMs: 0, steadyMs: 0 }, request });
  }

  send(post: () => Promise<Created>, attempt = this.begin("this")) {
    return this.register.send(attempt, post);
  }

  /** Loses a create; what is returned looks for it. */
  async lose(asked = "this") {
    const attempt = this.begin(asked);
    const lost = () => Promise.reject(new NetworkError("reset", true, true));
    await this.register.send(attempt, lost).catch(() => undefined);
    return async (operation: Parameters<Register["adopt"]>[0], find: Parameters<Register["adopt"]>[2]) => {
      const { taken, free } = await this.register.adopt(operation, attempt, find);
      return { taken: taken?.id, free: free.map(({ id }) => id) };
    };
  }

  forget(id: string) {
    this.register.forget(undefined, id);
  }
}

const object = (id: string) => ({ id, values: {} });

it("the register of creates gives an object that was found to one of two lost creates that ask for different things", async () => {
  const creates = new Creates();
  const find = async () => [object("a")];
  const [one, other] = [await creates.lose("this"), await creates.lose("that")];
  const both = await Promise.all([one(patient, find), other(patient, find)]);
  expect(both.map(({ taken }) => taken)).toEqual(["a", undefined]);
});

it("the register of creates gives one object each to as many equal creates as are lost", async () => {
  const creates = new Creates();
  const find = async () => [object("a"), object("b")];
  const [one, other] = [await creates.lose(), await creates.lose()];
  const both = await Promise.all([one(patient, find), other(patient, find)]);
  expect(both.map(({ taken }) => taken)).toEqual(["a", "b"]);
});

it.each([
  ["fewer", ["a"]],
  ["more", ["a", "b", "c"]],
])("the register of creates takes nothing if there are %s objects than equal creates are lost", async (_, listed) => {
  const creates = new Creates();
  const [one, other] = [await creates.lose(), await creates.lose()];
  const find = async () => listed.map(object);
  for (const adopt of [one, other]) expect(await adopt(patient, find)).toEqual({ taken: undefined, free: listed });
});

it("the register of creates does not give away what a create has made, or is about to say that it made", async () => {
  const creates = new Creates();
  await creates.send(async () => object("a"));
  let answer = (_: Created) => {};
  const underWay = creates.send(() => new Promise((resolve) => (answer = resolve as typeof answer)));
  const adopt = await creates.lose();
  const adopted = adopt(patient, async () => [object("a"), object("b"), object("c")]);
  await new Promise((resolve) => setImmediate(resolve));
  answer(object("b"));
  expect((await underWay).id).toBe("b");
  expect((await adopted).taken).toBe("c");
});

it("the register of creates refuses an answer with the object of another create", async () => {
  const creates = new Creates();
  await creates.send(async () => object("a"));
  await expect(creates.send(async () => object("a"))).rejects.toThrow(
    "POST /things: the answer is about the object of another create",
  );
});

it("the register of creates does not wait for creates that have failed", async () => {
  const creates = new Creates();
  await expect(creates.send(() => Promise.reject(new Error("no")))).rejects.toThrow("no");
  expect((await (await creates.lose())(patient, async () => [object("a")])).taken).toBe("a");
});

it("the register of creates goes on after a look that failed", async () => {
  const creates = new Creates();
  const adopt = await creates.lose();
  await expect(adopt(patient, () => Promise.reject(new Error("no list")))).rejects.toThrow("no list");
  expect((await adopt(patient, async () => [object("a")])).taken).toBe("a");
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
  const [one, two] = [await creates.lose(), await creates.lose()];
  await Promise.all([one(patient, look("one")), two(patient, look("two"))]);
  expect(log).toEqual(["one begins", "one ends", "two begins", "two ends"]);
});

it("the register of creates may give an id again when its object was deleted", async () => {
  const creates = new Creates();
  await creates.send(async () => object("a"));
  creates.forget("a");
  expect((await (await creates.lose())(patient, async () => [object("a")])).taken).toBe("a");
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
    const adopt = await creates.lose();
    const adopted = adopt(operation, async () => [object("a")]);
    operation.giveUp();
    await expect(adopted).rejects.toThrow("late");
    resolve(object("b"));
    await underWay;
    expect((await adopt(patient, async () => [object("a")])).taken).toBe("a");
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
    const adopts = [await creates.lose(), await creates.lose(), await creates.lose()] as const;
    const first = adopts[0](patient, look("first", promise));
    const second = adopts[1](operation, look("second"));
    const third = adopts[2](patient, look("third"));
    operation.giveUp();
    await expect(second).rejects.toThrow("late");
    await new Promise((turn) => setImmediate(turn));
    expect(looks).toEqual(["first begins"]);
    resolve();
    await Promise.all([first, third]);
    expect(looks).toEqual(["first begins", "first ends", "third begins", "third ends"]);
  });
});
