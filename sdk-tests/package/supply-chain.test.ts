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
    path.startsWith("node_modules/") && !dev && !devOptional && !peer && !link,
);

it("an installation brings no package but zod, which has a permissive licence and no install script", () => {
  expect(installed.map(([path]) => path)).toEqual(["node_modules/zod"]);
  expect(installed.filter(([, { license = "" }]) => !ALLOWED.includes(license))).toEqual([]);
  expect(installed.filter(([, { hasInstallScript }]) => hasInstallScript)).toEqual([]);
});

it.each([
  [
    "dist",
    ["commander", "email-providers", "fastest-levenshtein", "hono", "tldts", "undici", "yaml"],
  ],
  ["plugin", ["@grpc/grpc-js", "@pulumi/pulumi", "fastest-levenshtein", "undici"]],
])("%s/licenses.txt has the licences of the bundled packages", (folder, packages) => {
  const found = [
    ...textOf(`${folder}/licenses.txt`).matchAll(/^(\S+) \d+\.\d+\.\d+\S* (\([^\n]+\))$/gm),
  ];
  expect(found.map(([, name]) => name)).toEqual(expect.arrayContaining(packages));
  const titles = found.map(([title]) => title);
  expect(new Set(titles).size).toBe(titles.length);
  expect(
    found.filter(
      ([, , license = ""]) => !ALLOWED.some((name) => [name, `(${name})`].includes(license)),
    ),
  ).toEqual([]);
});
