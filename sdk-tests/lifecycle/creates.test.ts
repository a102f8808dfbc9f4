import { expect, it } from "vitest";
import { OutcomeUnknownError } from "../../src/core/client/errors";
import { Creates } from "../../src/core/lifecycle/creates";
import type { Created } from "../../src/core/lifecycle/resource";

const request = { method: "POST", path: { template: "/things", params: {} }, body: { name: "equal" } } as const;
const create = { inputs: {}, started: { wallMs: Date.now(), steadyMs: performance.now() }, request };
const thing = (id: string): Created => ({ id, values: {} });
const lose = () => Promise.reject(new OutcomeUnknownError("the answer is lost"));

it("a create whose answer is lost while the object of an equal one is looked for leaves that its object", async () => {
  const creates = new Creates("/things");
  const [first, second] = [creates.begin(undefined, create), creates.begin(undefined, create)];
  await creates.send(first, lose).catch(() => undefined);
  const listed = [thing("first")];
  let looks = 0;
  const looked = await creates.adopt({ waitFor: (others) => others }, first, async () => {
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
