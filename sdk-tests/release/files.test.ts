import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { unzipSync } from "fflate";
import { beforeAll, describe, expect, inject, it } from "vitest";
import { dependencies, version } from "../../package.json";
import { MAX_NOTE_LINES } from "../../release/documents.mts";
import { nodeVersion, ownSystem } from "../../release/node-binaries.mts";
import { finished } from "../setup/in-background.mts";
import type { Releases } from "../setup/releases.mts";
import { folderOfTest } from "../support/folders";
import { npm, pythonVersion } from "../support/published";

declare module "vitest" {
  interface ProvidedContext {
    releases: Releases;
  }
}

const { first, second, finished: file, url, repository } = inject("releases");

beforeAll(() => finished(file));

const read = (folder: string, name: string): Buffer => readFileSync(join(folder, name));
const text = (name: string): string => read(first, name).toString();
const json = (name: string) => JSON.parse(text(name));
const sha256 = (content: Buffer): string => createHash("sha256").update(content).digest("hex");

/** The names in an archive, which tar reads compressed and uncompressed. */
const namesIn = (archive: string): string[] =>
  execFileSync("tar", ["-tzf", join(first, archive)], { encoding: "utf8" })
    .trim()
    .split("\n");

const textIn = (archive: string, name: string): string =>
  execFileSync("tar", ["-xzOf", join(first, archive), name], { encoding: "utf8" });

const archiveOf = (system: string) => `pulumi-resource-edge-ingress-v${version}-${system}.tar.gz`;

const WHEEL = `pulumi_edge_ingress-${pythonVersion}-py3-none-any.whl`;

const FILES = [
  "RELEASE_NOTES.md",
  "SHA256SUMS",
  `edge-ingress-${version}.pom`,
  `edge-ingress-sdk-dotnet-${version}.tar.gz`,
  `edge-ingress-sdk-go-v${version}.zip`,
  `edge-ingress-sdk-java-${version}.tar.gz`,
  `pulumi-edge-ingress-${version}.tgz`,
  `pulumi-edge-ingress-sdk-${version}.tgz`,
  archiveOf(String(ownSystem)),
  WHEEL,
  "sbom-npm.cdx.json",
  "sbom-plugin.cdx.json",
  "schema.json",
];

/** True for files that the tools of this machine compile from sources. */
const isCompiled = (name: string): boolean => /\.(jar|nupkg)$/.test(name);

describe("a release", () => {
  it("consists of these files, and of what this machine can compile", () => {
    expect(readdirSync(first).filter((name) => !isCompiled(name))).toEqual(FILES.sort());
  });

  it("is the same to the byte if it is built again from the same sources", () => {
    expect(readdirSync(second)).toEqual(readdirSync(first));
    // `dotnet pack` gives a random name to a file of the archive. The test below compares the sums with the files.
    const compared = readdirSync(first).filter((name) => !/(\.nupkg|^SHA256SUMS)$/.test(name));
    expect(compared.filter((name) => !read(first, name).equals(read(second, name)))).toEqual([]);
  });

  it("has a checksum of each file", () => {
    const sums = text("SHA256SUMS").trim().split("\n");
    expect(sums).toEqual(
      readdirSync(first)
        .filter((name) => name !== "SHA256SUMS")
        .map((name) => `${sha256(read(first, name))}  ${name}`),
    );
  });

  it("has notes that users can read, with addresses in place of paths", () => {
    const notes = text("RELEASE_NOTES.md");
    expect(notes.trimEnd().split("\n").length).toBeLessThanOrEqual(MAX_NOTE_LINES);
    expect(notes).not.toContain("](../");
  });
});

describe("the version and the addresses of a release", () => {
  const server = { server: url, version };

  it("are those of the schema, of npm and of each SDK", () => {
    const address = `https://github.com/${repository}`;
    expect(json("schema.json")).toMatchObject({
      version,
      repository: address,
      pluginDownloadURL: url,
    });
    const manifest = JSON.parse(
      textIn(`pulumi-edge-ingress-${version}.tgz`, "package/package.json"),
    );
    expect(manifest).toMatchObject({
      ...{ version, repository: { type: "git", url: `git+${address}.git` } },
      ...{ homepage: `${address}#readme`, bugs: { url: `${address}/issues` } },
      pulumi: { resource: true, name: "edge-ingress", ...server },
    });
    const sdk = JSON.parse(
      textIn(`pulumi-edge-ingress-sdk-${version}.tgz`, "package/package.json"),
    );
    // npm refuses a provenance whose repository is not that of the package.
    expect(sdk).toMatchObject({ version, repository: address, pulumi: server });
    const plugin = unzipSync(read(first, WHEEL))["pulumi_edge_ingress/pulumi-plugin.json"];
    expect(JSON.parse(Buffer.from(plugin ?? []).toString())).toMatchObject(server);
    const dotnet = `edge-ingress-sdk-dotnet-${version}`;
    expect(JSON.parse(textIn(`${dotnet}.tar.gz`, `${dotnet}/pulumi-plugin.json`))).toMatchObject(
      server,
    );
    const java = `edge-ingress-sdk-java-${version}`;
    expect(textIn(`${java}.tar.gz`, `${java}/pom.xml`)).toContain(`<version>${version}</version>`);
  });

  it("name the Go module in the documents of the npm package, too", () => {
    const texts = textIn(`pulumi-edge-ingress-${version}.tgz`, "package/docs/reference");
    expect(texts).toContain(`"github.com/${repository}/sdk/go/edgeingress"`);
    expect(texts).not.toContain("example.com/pulumi-edge-ingress/sdk/go");
  });
});

describe("the plugin of this system", () => {
  const archive = archiveOf(String(ownSystem));
  const executable = `pulumi-resource-edge-ingress${ownSystem?.startsWith("windows") ? ".exe" : ""}`;

  it("is one executable, with the licences of what it contains", () => {
    expect(namesIn(archive)).toEqual([
      "LICENSE",
      "LICENSE-nodejs",
      "LICENSES-libraries",
      "ORIGIN-nodejs",
      executable,
    ]);
    expect(textIn(archive, "ORIGIN-nodejs")).toContain(`Node.js ${nodeVersion} of the `);
    expect(textIn(archive, "LICENSE-nodejs")).toContain("Node.js is licensed");
    expect(textIn(archive, "LICENSES-libraries")).toMatch(/^@grpc\/grpc-js \d/m);
  });
});

describe("the list of contents", () => {
  interface Sbom {
    readonly components: readonly {
      readonly name: string;
      readonly version: string;
      readonly hashes: unknown;
    }[];
  }
  const namesOf = (sbom: Sbom): string[] => sbom.components.map(({ name }) => name);

  it("of the npm package has what npm installs", () => {
    const sbom: Sbom = json("sbom-npm.cdx.json");
    const names = namesOf(sbom);
    expect(names).toEqual(expect.arrayContaining(Object.keys(dependencies)));
    expect(names).not.toContain("vitest");
  });

  it("of the plugin has each package of the bundle, and Node.js", () => {
    const licenses = textIn(archiveOf(String(ownSystem)), "LICENSES-libraries");
    const bundled = [...licenses.matchAll(/^(\S+) \d+\.\d+\.\d+\S* \(/gm)].map(([, name]) => name);
    const names = namesOf(json("sbom-plugin.cdx.json"));
    expect(bundled).toContain("@grpc/grpc-js");
    expect([...names].sort()).toEqual([...bundled, "node"].sort());
  });

  it("has no name of the machine, and no other time than that of the commit", () => {
    for (const file of ["sbom-npm.cdx.json", "sbom-plugin.cdx.json"]) {
      const { metadata } = json(file);
      expect(metadata.component.name).toMatch(/^pulumi-/);
      expect(metadata.timestamp).toBe(json("sbom-npm.cdx.json").metadata.timestamp);
      expect(text(file)).not.toContain("stage-");
    }
  });
});

describe("what the registries check", () => {
  const npmFiles = [`pulumi-edge-ingress-${version}.tgz`, `pulumi-edge-ingress-sdk-${version}.tgz`];

  it.each(npmFiles)("npm would publish %s", async (file) => {
    const tag = version.includes("-") ? "next" : "latest";
    const flags = ["--loglevel", "notice", "--dry-run", "--access", "public", "--tag", tag];
    await expect(npm(first, "publish", `./${file}`, ...flags)).resolves.toContain(
      "pulumi-edge-ingress",
    );
  });

  it("twine accepts the metadata of the wheel", () => {
    const folder = folderOfTest();
    const python = (...args: string[]) =>
      execFileSync("python3", ["-m", ...args], {
        encoding: "utf8",
        env: { ...process.env, PYTHONPATH: folder },
      });
    // The build has neither a separate environment nor compiled modules, which would take most of the time.
    python("pip", "install", "--quiet", "--no-compile", "--target", folder, "twine");
    expect(python("twine", "check", join(first, WHEEL))).toMatch(/PASSED/);
  });
});
