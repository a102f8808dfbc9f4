import { describe, expect, it } from "vitest";
import { pulumiInvocation } from "../../tools/start/pulumi-args.mts";

const here = { serveLocally: true };
const elsewhere = { serveLocally: false };

describe("the arguments of npm start", () => {
  it("are by default an update without a preview on the local server, and with one on any other", () => {
    expect(pulumiInvocation([], here).args).toEqual(["up", "--skip-preview", "--yes"]);
    expect(pulumiInvocation([], elsewhere).args).toEqual(["up", "--yes"]);
  });

  it("keep the preview when flags are given", () => {
    expect(pulumiInvocation(["refresh"], here).args).toEqual(["refresh", "--skip-preview", "--yes"]);
    expect(pulumiInvocation(["refresh", "--diff"], here).args).toEqual(["refresh", "--diff", "--yes"]);
  });

  it("belong to `up` when they are only flags", () => {
    expect(pulumiInvocation(["--diff"], here)).toMatchObject({ args: ["up", "--diff", "--yes"], isUp: true });
  });

  it.each(["up", "update", "refresh", "destroy", "down", "dn"])("get a yes added after %s", (command) => {
    const expected = { args: [command, "--yes"], addedYes: true, usesApi: true };
    expect(pulumiInvocation([command], elsewhere)).toMatchObject(expected);
  });

  it("get no second yes", () => {
    expect(pulumiInvocation(["destroy", "-y"], here)).toMatchObject({ args: ["destroy", "-y"], addedYes: false });
  });

  it.each([
    ["stack", "rm"],
    ["state", "delete", "urn"],
    ["config", "set", "a", "b"],
  ])("are passed on as they are for %s, without a server", (...args) => {
    expect(pulumiInvocation(args, here)).toMatchObject({ args, addedYes: false, usesApi: false, usesStack: true });
  });

  it("ask for the help of npm start itself where no command is before --help", () => {
    expect(pulumiInvocation(["--help"], here)).toMatchObject({ args: ["up", "--help"], asksForHelp: true });
    expect(pulumiInvocation(["-h"], here).asksForHelp).toBe(true);
    expect(pulumiInvocation(["preview", "--help"], here).asksForHelp).toBe(false);
    expect(pulumiInvocation([], here).asksForHelp).toBe(false);
  });

  it("need neither stack nor server for help", () => {
    expect(pulumiInvocation(["up", "--help"], here)).toMatchObject({
      addedYes: false,
      usesApi: false,
      usesStack: false,
    });
  });
});
