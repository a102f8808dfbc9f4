import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { Release } from "../support/release";
import { TypedPage } from "../support/typed-page";

/** The quick start, typed word for word on a machine on which Pulumi has never run. */

const PAGE = join(__dirname, "../../docs/quickstart.md");

let release: Release;
let reader: TypedPage;

beforeAll(async () => {
  release = await Release.create();
  reader = await TypedPage.create(PAGE, release);
});

afterAll(async () => {
  await reader[Symbol.asyncDispose]();
  await release[Symbol.asyncDispose]();
});

it("the quick start needs no account, and its commands print what the page shows", async () => {
  for (const heading of ["Create the project", "Start the server", "Log in to Pulumi", "Deploy"])
    await reader.follow(heading);
  const [, line = ""] = /Add `([^`]+)` below `domain`/.exec(readFileSync(PAGE, "utf8")) ?? [];
  await reader.edit("index.ts", /(?<=domain: .*\n)/, `  ${line}\n`);
  await reader.follow("Change");
  const [ingress] = await reader.local.objects();
  await reader.follow("See drift", { OBJECT: ingress?.path ?? "" });
  await reader.edit("index.ts", / {2}certificateManagementPolicy.*\n/, "");
  await reader.follow("Review a change");
  await reader.follow("Destroy");
  expect(await reader.local.objects()).toEqual([]);
});
