import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { edgeIngress } from "../support/command";
import { shownCommands } from "../support/console-blocks";
import { root, textOf } from "../support/files";

/** Tests of examples/review with its recorded preview: the README and report.md show what the commands print. */

const cwd = join(root, "examples/review");

describe("the README of examples/review", () => {
  it.each(shownCommands(textOf("examples/review/README.md")))(
    "shows the output of $command",
    ({ command, output }) => {
      const [npx, name, ...args] = command.split(" ");
      expect([npx, name]).toEqual(["npx", "edge-ingress"]);
      expect(edgeIngress(args, { cwd })).toEqual({ status: 1, stdout: output, stderr: "" });
    },
  );
});
