import { expect, it } from "vitest";
import { z } from "zod";
import { pulumiInvocation } from "../../tools/start/pulumi-args.mts";
import { dataBeside, rows, text, values } from "../support/data";

const { invocations } = dataBeside(__filename, {
  invocations: rows(text, z.array(text), z.boolean(), values),
});

const here = { serveLocally: true };
const elsewhere = { serveLocally: false };

it.each(invocations)("npm start runs %s for %j", (_, args, serveLocally, expected) => {
  expect(pulumiInvocation(args, { serveLocally })).toMatchObject(expected);
});

it.each(["up", "update", "refresh", "destroy", "down", "dn"])(
  "npm start adds a yes to %s",
  (command) => {
    const expected = { args: [command, "--yes"], addedYes: true, usesApi: true };
    expect(pulumiInvocation([command], elsewhere)).toMatchObject(expected);
  },
);

it.each([
  ["stack", "rm"],
  ["state", "delete", "urn"],
  ["config", "set", "a", "b"],
])("npm start passes %s %s on unchanged, without a server", (...args) => {
  expect(pulumiInvocation(args, here)).toMatchObject({
    args,
    addedYes: false,
    usesApi: false,
    usesStack: true,
  });
});
