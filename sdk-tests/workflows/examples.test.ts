import { join } from "node:path";
import { describe, it } from "vitest";
import { examples } from "../support/examples";
import { Release } from "../support/release";
import { Walkthrough } from "../support/walkthrough";

/**
 * Tests of each example with a package.json, typed from its README word for word: `npm install` in an empty folder,
 * `pulumi up`, a second `up` without a change, `pulumi destroy`. All examples take minutes.
 */

describe("in an empty folder, npm installs, and Pulumi deploys and destroys, the example", () => {
  it.concurrent.each(Object.entries(examples))("%s", async (name, check) => {
    const release = await Release.create();
    await using walkthrough = await Walkthrough.create(join(release.examples, name), (project) =>
      release.install(project),
    );
    await walkthrough.follow();
    await check(walkthrough);
    await walkthrough.settle();
  });
});
