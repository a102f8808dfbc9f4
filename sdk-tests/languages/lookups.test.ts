import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { textOf } from "../support/files";
import { useGoSdk } from "../support/go-module";
import { useNewVenv } from "../support/python-venv";
import { expectLookups } from "./lookups";

/** Every function, called by a program in each language. */

it("a program in YAML looks up all kinds of objects, and keeps their secrets", () =>
  expectLookups("yaml", {
    prepare: async (example, ids) => {
      for (const [name, id] of Object.entries(ids))
        await example.pulumi(".", "config", "set", name, id);
    },
    // Nothing counts what a list has.
    listed: [expect.stringContaining(".example.com"), "ed25519", "json"],
  }));

it("a program in Python looks up all kinds of objects, and keeps their secrets", () =>
  expectLookups("python", {
    prepare: useNewVenv,
    listed: [1, 1, 1],
  }));

it("a program in Go looks up all kinds of objects, and keeps their secrets", () =>
  expectLookups("go", {
    prepare: async (example) => {
      await writeFile(join(example.program, "go.mod"), textOf("examples/go/go.mod"));
      await useGoSdk(example);
    },
    // The last is in the form for outputs: the program can have made another destination meanwhile.
    listed: [1, 1, expect.any(Number)],
  }));
