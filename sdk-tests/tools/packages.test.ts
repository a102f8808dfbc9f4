import { describe, expect, it } from "vitest";
import { isAtLeast, missingPackages } from "../../tools/base/packages.mjs";

const lock = {
  packages: {
    "": { version: "1.0.0" },
    "node_modules/a": { version: "1.2.3", integrity: "sha512-a" },
    "node_modules/a/node_modules/b": { version: "2.0.0", integrity: "sha512-b" },
    "tests/folder": { version: "1.0.0" },
    "tests/folder/node_modules/c": { version: "3.0.0", integrity: "sha512-c" },
    "node_modules/other-platform": { version: "1.0.0", integrity: "sha512-o", optional: true },
  },
};
const { "node_modules/other-platform": _, ...installed } = lock.packages;
const present = { packages: installed };

describe("the check whether packages have to be installed", () => {
  it("is content with what the lock file asks for, less the packages of other platforms", () => {
    expect(missingPackages(lock, present, () => true)).toEqual([]);
  });

  it("finds a package of another version, one that npm never installed, and one that was deleted since", () => {
    const older = { packages: { "node_modules/a": { version: "1.2.2", integrity: "sha512-old" } } };
    expect(missingPackages(lock, older, () => true)).toEqual([
      "node_modules/a",
      "node_modules/a/node_modules/b",
      "tests/folder/node_modules/c",
    ]);
    expect(missingPackages(lock, present, (path) => path !== "node_modules/a")).toEqual([
      "node_modules/a",
    ]);
  });
});

describe("the check of Node's version", () => {
  it("compares numbers, not text", () => {
    expect(isAtLeast("22.19.0", "22.19.0")).toBe(true);
    expect(isAtLeast("100.0.0", "22.19.0")).toBe(true);
    expect(isAtLeast("22.9.0", "22.19.0")).toBe(false);
    expect(isAtLeast("20.20.2", "22.19.0")).toBe(false);
  });
});
