import { join } from "node:path";
import { afterAll, beforeAll, describe, it } from "vitest";
import { examples } from "../support/examples";
import { Release } from "../support/release";
import { Walkthrough } from "../support/walkthrough";

/**
 * Each example with packages of its own, typed from its README word for word: `npm install` in an empty folder, `pulumi up`,
 * a second `up` without a change, `pulumi destroy`. All of them take minutes.
 */

let release: Release;

beforeAll(async () => {
  release = await Release.create();
});

afterAll(() => release[Symbol.asyncDispose]());

describe("in an empty folder, npm installs, and Pulumi deploys and destroys, the example", () => {
  it.concurrent.each(Object.entries(examples))("%s", async (name, check) => {
    await using walkthrough = await Walkthrough.create(join(release.examples, name), (project) =>
      release.install(project),
    );
    await walkthrough.follow();
    await check(walkthrough);
    await walkthrough.settle();
  });
});
