import { readdirSync } from "node:fs";
import { basename, dirname, join, sep } from "node:path";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import manifest from "../../package.json";
import { PLAINTEXT, SECRETS } from "../../tools/start/example-config.mts";
import { examples } from "../support/examples";
import { root, textOf } from "../support/files";
import { commandBlocks } from "../support/walkthrough";

/** Tests of the files that an example needs in order to work where it is copied to. */

const json = (path: string) => JSON.parse(textOf(path));

const files = readdirSync(join(root, "examples"), { recursive: true, encoding: "utf8" })
  .map((path) => join("examples", path))
  .filter((path) => !/[/\\](node_modules|sdks|venv)[/\\]/.test(path));

const named = (name: string): string[] =>
  files.filter((path) => basename(path) === name).map((path) => dirname(path));

/** The projects that npm installs. */
const projects = named("package.json").map((folder) => ({
  folder,
  ...json(join(folder, "package.json")),
}));

/** The projects in TypeScript. */
const typed = projects.filter(({ main }) => main.endsWith(".ts"));

const sourcesOf = (folder: string): string[] =>
  files.filter((path) => dirname(path) === folder && /\.[jt]s$/.test(path)).map(textOf);

const codeOf = (page: string): string[] =>
  [...textOf(page).matchAll(/^```ts\n(.*?)^```$/gms)].map(([, code = ""]) => code);

/** The projects in languages that need more than npm: their tests are in `sdk-tests/languages`. */
const OTHERS = [
  "go",
  "go-routes",
  "java",
  "java-routes",
  "python",
  "python-routes",
  "yaml",
  "yaml-routes",
];

describe("the examples", () => {
  it("include the component and the suite that the guide to unit tests shows", () => {
    const shown = codeOf("docs/guides/unit-test.md");
    for (const file of ["protected-route.ts", "protected-route.test.ts"])
      expect(shown).toContain(textOf(`examples/unit-tested/${file}`));
  });

  it("are all tested, but for that of workflows", () => {
    const folders = readdirSync(join(root, "examples")).filter((name) => name !== "ci");
    expect(folders.sort()).toEqual([...Object.keys(examples), ...OTHERS].sort());
  });

  it("have a README with the commands that deploy them on the local server", () => {
    for (const name of [...Object.keys(examples), ...OTHERS]) {
      const commands = commandBlocks(textOf(`examples/${name}/README.md`)).join("");
      expect(commands).toMatch(/edge-ingress emulator.*^pulumi stack init .*^pulumi up$/ms);
    }
  });

  it("ask for this version of the package, the SDKs that it supports, and what the repository has of the rest", () => {
    const known: Readonly<Record<string, string>> = {
      ...manifest.devDependencies,
      ...manifest.peerDependencies,
      "pulumi-edge-ingress": `^${manifest.version}`,
      // Pulumi's SDK supports no version of TypeScript from 7 on; the settings need 5.9.
      typescript: ">=5.9.0 <7.0.0",
    };
    const wrong = projects.flatMap(({ folder, dependencies, devDependencies }) =>
      Object.entries({ ...dependencies, ...devDependencies })
        .filter(([name, range]) => range !== known[name])
        .map(([name, range]) => `${folder}: ${name} ${range}`),
    );
    expect(wrong).toEqual([]);
    expect(json("node_modules/@pulumi/pulumi/package.json").peerDependencies.typescript).toMatch(
      / < ?7$/,
    );
  });

  it("list every package that they import, and the compiler: Pulumi would use a different TypeScript", () => {
    const missing = projects.flatMap(({ folder, dependencies, devDependencies, main }) => {
      const imported = sourcesOf(folder).flatMap((source) =>
        [...source.matchAll(/(?:\bfrom |import\(|[^.]require\()"([^."][^"]*)"/g)].map(
          ([, name = ""]) => packageOf(name),
        ),
      );
      const packages = imported.flatMap((name) => /^(?!node:)(?:@[^/]+\/)?[^/]+/.exec(name) ?? []);
      const needed = [...packages, ...(main.endsWith(".ts") ? ["typescript", "@types/node"] : [])];
      const listed = { ...dependencies, ...devDependencies };
      return needed.filter((name) => !(name in listed)).map((name) => `${folder}: ${name}`);
    });
    expect(missing).toEqual([]);
  });

  it("have a Pulumi.yaml each, and the same settings of the compiler, in the project's own folder", () => {
    const settings = (folder: string) =>
      ["Pulumi.yaml", "PulumiPolicy.yaml"].map((name) => join(folder, name));
    for (const { folder } of projects)
      expect(settings(folder).filter((path) => files.includes(path))).toHaveLength(1);
    const [first, ...others] = typed.map(({ folder }) => json(join(folder, "tsconfig.json")));
    expect(others).toEqual(others.map(() => first));
  });

  it("declare the configuration that they read with a default, or explain in the README how to set it", () => {
    const programs = projects.filter(({ folder }) => files.includes(join(folder, "Pulumi.yaml")));
    const unset = programs.flatMap(({ folder }) => {
      const keys = sourcesOf(folder).flatMap((source) => [
        ...source.matchAll(/config\.\w+(?:<.*?>)?\("(\w+)"\)/g),
      ]);
      const known = [
        textOf(join(folder, "Pulumi.yaml")),
        ...readmesOf(folder),
        ...stackFilesOf(folder),
      ].join("\n");
      const isKnown = (key: string) =>
        new RegExp(`^( +(\\w+:)?${key}:|pulumi config set (--secret )?${key}\\b)`, "m").test(known);
      return keys.map(([, key = ""]) => key).filter((key) => !isKnown(key));
    });
    expect(unset).toEqual([]);
  });

  it("have no value for a setting that a user forgets, and read every secret as a secret", () => {
    const sources = projects.flatMap(({ folder }) => sourcesOf(folder));
    for (const source of sources) {
      expect(source).not.toMatch(/config\.get\w*(?:<.*?>)?\(.*?\) (?:\?\?|\|\|) ["'`]/);
      expect(source).not.toMatch(
        /config\.(?:require|get)\("\w*(?:[sS]ecret|[kK]ey|[pP]assword)"\)/,
      );
    }
    for (const folder of named("Pulumi.yaml")) {
      const { config = {} } = parse(textOf(join(folder, "Pulumi.yaml")));
      const defaults = Object.values<{ default?: unknown }>(config).map((entry) => entry.default);
      expect(defaults.filter((value) => /^(edg|bkd|arn:)/.test(String(value)))).toEqual([]);
    }
  });

  it("leave out of a repository what their commands create", () => {
    const ignored: Readonly<Record<string, string[]>> = {
      "package.json": ["node_modules/"],
      "requirements.txt": ["sdks/", "venv/", "__pycache__/"],
      "go.mod": ["sdks/"],
      "pom.xml": ["sdks/", "target/", "src/main/java/edgeingress/"],
    };
    for (const [file, entries] of Object.entries(ignored))
      for (const folder of named(file))
        expect([folder, textOf(join(exampleOf(folder), ".gitignore")).split("\n")]).toEqual([
          folder,
          expect.arrayContaining(entries),
        ]);
  });
});

/** The folder of the example with a folder. */
const exampleOf = (folder: string): string => folder.split(sep).slice(0, 2).join(sep);

/** The package of a module: `@scope/name/part` is of `@scope/name`. */
const packageOf = (name: string): string => name.split("/", name.startsWith("@") ? 2 : 1).join("/");

const readmesOf = (folder: string): string[] =>
  [folder, dirname(folder)]
    .map((folder) => join(folder, "README.md"))
    .filter((path) => files.includes(path))
    .map(textOf);

const stackFilesOf = (folder: string): string[] =>
  files.filter((path) => dirname(path) === folder && /Pulumi\..+\.yaml$/.test(path)).map(textOf);

it("the repository's Pulumi.yaml is that of examples/ingress-stack, with where its program and its stacks are", () => {
  const ofRoot = "main: examples/ingress-stack/\nstackConfigDir: .edge-ingress\n";
  expect(textOf("Pulumi.yaml")).toBe(textOf("examples/ingress-stack/Pulumi.yaml") + ofRoot);
});

it("npm start sets what the README of examples/ingress-stack sets on the local server", () => {
  const commands = commandBlocks(textOf("examples/ingress-stack/README.md")).join("");
  const set = (pattern: RegExp) =>
    Object.fromEntries([...commands.matchAll(pattern)].map(([, key, value]) => [key, value]));
  expect(set(/^pulumi config set (\w+) (.+)$/gm)).toEqual(PLAINTEXT);
  expect(set(/^pulumi config set --secret (\w+) (.+)$/gm)).toEqual(SECRETS);
});
