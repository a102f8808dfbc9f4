import { afterAll, beforeAll, describe, it } from "vitest";
import { examples } from "../support/examples";
import { MODEL, Release } from "../support/installations";
import { type Installation, Walkthrough } from "../support/walkthrough";

/**
 * Each example alone in an empty folder, deployed by its README from the package as it is published. To leave `npm test`
 * below five minutes, one `npm install` is for all of them, their types are those that it has checked already, and only the
 * example that was installed is deployed again and destroyed: 90 s of processor time instead of 225 s.
 * `npm run e2e:examples` saves nothing.
 */

let release: Release;
let installation: Installation;

beforeAll(async () => {
  release = await Release.create();
  installation = await release.shared();
});

afterAll(() => release[Symbol.asyncDispose]());

describe("in an empty folder, the README deploys the example", () => {
  it.concurrent.each(Object.entries(examples))("%s", async (name, check) => {
    await using walkthrough = await Walkthrough.create(name, installation);
    await walkthrough.follow();
    await check(walkthrough);
    if (name === MODEL) await walkthrough.settle();
  });
});
