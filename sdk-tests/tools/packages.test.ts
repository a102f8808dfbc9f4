import { describe, expect, it } from "vitest";
import { isAtLeast, isCurrent } from "../../tools/base/packages.mjs";

const lock = {
  packages: {
    "": { version: "1.0.0" },
    "node_modules/a": { version: "1.2.3", integrity: "sha512-a" },
    "node_modules/a/node_modules/b": { version: "2.0.0", integrity: "sha512-b" },
    "tests/folder": { version: "1.0.0" },
    "tests/folder/node_modules/c": { version: "3.0.0", integrity: "sha512-c" },
    "node_modules/other-platform": { version: "1.0.0", integrity: "sha512-o", optional: true },
    "node_modules/of-workspace": { version: "1.0.0", integrity: "sha512-w", dev: true },
  },
};
const {
  "": _root,
  "node_modules/other-platform": _platform,
  "node_modules/of-workspace": _workspace,
  ...installed
} = lock.packages;
const present = { packages: installed };
const everyPathExists = () => true;

describe("the check whether packages have to be installed", () => {
  it("accepts what the lock file names, without packages of other platforms and of workspaces", () => {
    expect(isCurrent(lock, present, everyPathExists)).toBe(true);
    expect(isCurrent(lock, lock, everyPathExists)).toBe(true);
  });

  it("accepts what npm records after an installation of a workspace", () => {
    const recorded = {
      packages: {
        ...installed,
        "node_modules/self": { link: true },
        "node_modules/a": { version: "v1.2.3" },
        "node_modules/a/node_modules/of-install-script": { version: "1.0.0" },
      },
    };
    expect(isCurrent(lock, recorded, everyPathExists)).toBe(true);
  });

  it.each([
    ["another version", { "node_modules/a": { version: "1.2.2", integrity: "sha512-old" } }],
    ["other contents", { "node_modules/a": { version: "1.2.3", integrity: "sha512-other" } }],
    [
      "another version in a workspace",
      { "node_modules/of-workspace": { version: "0.9.0", integrity: "sha512-v" } },
    ],
  ])("finds a package with %s than in the lock file", (_case, changed) => {
    const changedPackages = { packages: { ...installed, ...changed } };
    expect(isCurrent(lock, changedPackages, everyPathExists)).toBe(false);
  });

  it("finds a package that was deleted after its installation", () => {
    expect(isCurrent(lock, present, (path) => path !== "node_modules/a")).toBe(false);
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
