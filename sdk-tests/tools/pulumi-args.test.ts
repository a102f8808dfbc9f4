import { expect, it } from "vitest";
import type { Values } from "../../src/core/schema/values";
import { pulumiInvocation } from "../../tools/start/pulumi-args.mts";

/** Invocations: the arguments, true for the local server, and the expected members. */
const invocations: readonly {
  description: string;
  args: string[];
  serveLocally: boolean;
  expected: Values;
}[] = [
  {
    description: "an update without a preview on the local server",
    args: [],
    serveLocally: true,
    expected: { args: ["up", "--skip-preview", "--yes"] },
  },
  {
    description: "an update with a preview on any other server",
    args: [],
    serveLocally: false,
    expected: { args: ["up", "--yes"] },
  },
  {
    description: "another command without a preview",
    args: ["refresh"],
    serveLocally: true,
    expected: { args: ["refresh", "--skip-preview", "--yes"] },
  },
  {
    description: "a command with flags, and a preview",
    args: ["refresh", "--diff"],
    serveLocally: true,
    expected: { args: ["refresh", "--diff", "--yes"] },
  },
  {
    description: "an update for nothing but flags",
    args: ["--diff"],
    serveLocally: true,
    expected: { args: ["up", "--diff", "--yes"], isUp: true },
  },
  {
    description: "a command with one yes",
    args: ["destroy", "-y"],
    serveLocally: true,
    expected: { args: ["destroy", "-y"], addedYes: false },
  },
  {
    description: "its own help",
    args: ["--help"],
    serveLocally: true,
    expected: { args: ["up", "--help"], isHelpRequest: true },
  },
  {
    description: "its own help by the short name",
    args: ["-h"],
    serveLocally: true,
    expected: { isHelpRequest: true },
  },
  {
    description: "the help of a command",
    args: ["preview", "--help"],
    serveLocally: true,
    expected: { isHelpRequest: false },
  },
  { description: "no help", args: [], serveLocally: true, expected: { isHelpRequest: false } },
  {
    description: "help without stack or server",
    args: ["up", "--help"],
    serveLocally: true,
    expected: { addedYes: false, usesApi: false, usesStack: false },
  },
];

const here = { serveLocally: true };
const elsewhere = { serveLocally: false };

it.each(invocations)(
  "npm start runs $description for $args",
  ({ args, serveLocally, expected }) => {
    expect(pulumiInvocation(args, { serveLocally })).toMatchObject(expected);
  },
);

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
