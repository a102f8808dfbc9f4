import { expect, it } from "vitest";
import lock from "../../package-lock.json";
import { textOf } from "../support/files";

/** Tests of the packages that an installation of this package adds. */

const ALLOWED = [
  "0BSD",
  "Apache-2.0",
  "BSD-2-Clause",
  "BSD-3-Clause",
  "(BSD-3-Clause AND Apache-2.0)",
  "ISC",
  "MIT",
];

interface Entry {
  readonly license?: string;
  readonly dev?: boolean;
  readonly devOptional?: boolean;
  readonly peer?: boolean;
  readonly link?: boolean;
  readonly hasInstallScript?: boolean;
}

const installed = Object.entries(lock.packages as Readonly<Record<string, Entry>>).filter(
  ([path, { dev, devOptional, peer, link }]) =>
    path !== "" && !dev && !devOptional && !peer && !link,
);

it("an installation brings packages with a permissive licence alone, and runs none of their scripts", () => {
  expect(installed.length).toBeGreaterThan(10);
  expect(installed.filter(([, { license = "" }]) => !ALLOWED.includes(license))).toEqual([]);
  expect(installed.filter(([, { hasInstallScript }]) => hasInstallScript)).toEqual([]);
});

it.each([
  ["dist/provider-v1.cjs", ["fastest-levenshtein", "undici"]],
  ["plugin/plugin.cjs", ["@grpc/grpc-js", "@pulumi/pulumi", "fastest-levenshtein", "undici"]],
])("%s comes with the licences of the packages that it contains", (bundle, packages) => {
  const found = [
    ...textOf(`${bundle}.licenses.txt`).matchAll(/^(\S+) \d+\.\d+\.\d+\S* (\([^\n]+\))$/gm),
  ];
  expect(found.map(([, name]) => name)).toEqual(expect.arrayContaining(packages));
  expect(
    found.filter(
      ([, , license = ""]) => !ALLOWED.some((each) => [each, `(${each})`].includes(license)),
    ),
  ).toEqual([]);
});
