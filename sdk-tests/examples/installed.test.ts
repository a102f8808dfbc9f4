import { afterAll, beforeAll, describe, it } from "vitest";
import { examples } from "../support/examples";
import { Release } from "../support/installations";
import { type Installation, Walkthrough } from "../support/walkthrough";

/**
 * Each example with packages of its own, typed from its README word for word: `npm install` in an empty folder, `pulumi up`,
 * a second `up` without a change, `pulumi destroy`. `npm run e2e:examples`, and the last thing that `.ci/run` does.
 */

let release: Release;
let installation: Installation;

beforeAll(async () => {
  release = await Release.create();
  installation = release.own();
});

afterAll(() => release[Symbol.asyncDispose]());

describe("in an empty folder, npm installs, and Pulumi deploys and destroys, the example", () => {
  it.concurrent.each(Object.entries(examples))("%s", async (name, check) => {
    await using walkthrough = await Walkthrough.create(name, installation);
    await walkthrough.follow();
    await check(walkthrough);
    await walkthrough.settle();
  });
});
