import { afterAll, beforeAll, it } from "vitest";
import { examples } from "../support/examples";
import { MODEL, Release } from "../support/installations";
import { type Installation, Walkthrough } from "../support/walkthrough";

/**
 * One example alone in an empty folder, by the commands of its README, from the package as it is published. All of them take
 * 225 s of processor time, too much for `npm test`: `npm run e2e:examples` installs and deploys each, and so does `.ci/run`.
 */

let release: Release;
let installation: Installation;

beforeAll(async () => {
  release = await Release.create();
  installation = await release.shared();
});

afterAll(() => release[Symbol.asyncDispose]());

it(`in an empty folder, the README deploys the example ${MODEL}`, async () => {
  await using walkthrough = await Walkthrough.create(MODEL, installation);
  await walkthrough.follow();
  await examples[MODEL]?.(walkthrough);
  await walkthrough.settle();
});
