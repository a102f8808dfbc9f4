import { expect, it } from "vitest";
import { Creates } from "../../src/lifecycle/creates";

const object = (id: string) => ({ id, answer: {} });

const ids = async (found: Promise<readonly { id: string }[]>) => (await found).map(({ id }) => id);

it("the register of creates gives an object that was found to one create only", async () => {
  const creates = new Creates();
  const find = async () => [object("a")];
  const both = await Promise.all([ids(creates.adopt(find)), ids(creates.adopt(find))]);
  expect(both).toEqual([["a"], []]);
});

it("the register of creates does not give away what a create has made, or is about to say that it made", async () => {
  const creates = new Creates();
  await creates.send(async () => object("a"));
  let answer = (_: { id: string; answer: object }) => {};
  const underWay = creates.send(() => new Promise((resolve) => (answer = resolve as typeof answer)));
  const adopted = ids(creates.adopt(async () => [object("a"), object("b"), object("c")]));
  await new Promise((resolve) => setImmediate(resolve));
  answer(object("b"));
  expect((await underWay).id).toBe("b");
  expect(await adopted).toEqual(["c"]);
});

it("the register of creates does not wait for creates that have failed, and takes nothing where there are several", async () => {
  const creates = new Creates();
  await expect(creates.send(() => Promise.reject(new Error("no")))).rejects.toThrow("no");
  const find = async () => [object("a"), object("b")];
  expect(await ids(creates.adopt(find))).toEqual(["a", "b"]);
  expect(await ids(creates.adopt(find))).toEqual(["a", "b"]);
});

it("the register of creates goes on after a look that failed", async () => {
  const creates = new Creates();
  await expect(creates.adopt(() => Promise.reject(new Error("no list")))).rejects.toThrow("no list");
  expect(await ids(creates.adopt(async () => [object("a")]))).toEqual(["a"]);
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
  await Promise.all([creates.adopt(look("one")), creates.adopt(look("two"))]);
  expect(log).toEqual(["one begins", "one ends", "two begins", "two ends"]);
});

it("the register of creates may give an id again when its object was deleted", async () => {
  const creates = new Creates();
  await creates.send(async () => object("a"));
  creates.forget("a");
  expect(await ids(creates.adopt(async () => [object("a")]))).toEqual(["a"]);
});
