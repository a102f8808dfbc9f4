import { expect, it } from "vitest";
import { type Invocation, pulumiInvocation } from "../../tools/start/pulumi-args.mts";

const here = { serveLocally: true };
const elsewhere = { serveLocally: false };

it.each<[what: string, args: string[], api: typeof here, expected: Partial<Invocation>]>([
  ["an update without a preview on the local server", [], here, { args: ["up", "--skip-preview", "--yes"] }],
  ["an update with a preview on any other server", [], elsewhere, { args: ["up", "--yes"] }],
  ["another command without a preview", ["refresh"], here, { args: ["refresh", "--skip-preview", "--yes"] }],
  ["a command with flags, and a preview", ["refresh", "--diff"], here, { args: ["refresh", "--diff", "--yes"] }],
  ["an update for nothing but flags", ["--diff"], here, { args: ["up", "--diff", "--yes"], isUp: true }],
  ["a command with one yes", ["destroy", "-y"], here, { args: ["destroy", "-y"], addedYes: false }],
  ["its own help", ["--help"], here, { args: ["up", "--help"], asksForHelp: true }],
  ["its own help by the short name", ["-h"], here, { asksForHelp: true }],
  ["the help of a command", ["preview", "--help"], here, { asksForHelp: false }],
  ["no help", [], here, { asksForHelp: false }],
  ["help without stack or server", ["up", "--help"], here, { addedYes: false, usesApi: false, usesStack: false }],
])("npm start runs %s for %j", (_, args, api, expected) => {
  expect(pulumiInvocation(args, api)).toMatchObject(expected);
});

it.each(["up", "update", "refresh", "destroy", "down", "dn"])("npm start adds a yes to %s", (command) => {
  const expected = { args: [command, "--yes"], addedYes: true, usesApi: true };
  expect(pulumiInvocation([command], elsewhere)).toMatchObject(expected);
});

it.each([
  ["stack", "rm"],
  ["state", "delete", "urn"],
  ["config", "set", "a", "b"],
])("npm start passes %s %s on as it is, without a server", (...args) => {
  expect(pulumiInvocation(args, here)).toMatchObject({ args, addedYes: false, usesApi: false, usesStack: true });
});
