import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import publisherJson from "../../publisher.json";
import { zip } from "../../release/archive.mts";
import { githubPart } from "../../release/publish/github.mts";
import { goPart } from "../../release/publish/go.mts";
import { groupIn, mavenPart } from "../../release/publish/maven.mts";
import {
  outcomeOf,
  type Part,
  type Publication,
  printPart,
  publishPart,
} from "../../release/publish/publication.mts";
import { releaseIn } from "../../release/publish/release-folder.mts";
import { GitHubServer } from "../../release/rehearsal/github-server.mts";
import type { Publisher } from "../../tools/build/publisher.mts";
import { folderOfTest } from "../support/folders";

/** The publication of a release: what a registry has already is compared, and never replaced. */

const REPOSITORY = "team/ingress";
const publisher: Publisher = { ...publisherJson, repository: REPOSITORY };

let printed: string[] = [];
beforeEach(() => {
  printed = [];
  vi.spyOn(console, "log").mockImplementation((line) => printed.push(line));
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
});

/** A registry in memory with these digests, and the names that are published to it. */
function registryOf(digests: Record<string, string>) {
  const published: string[] = [];
  const publicationOf = (name: string): Publication => ({
    name,
    file: `${name}.tgz`,
    digest: `digest of ${name}`,
    published: async () => digests[name],
    command: `publish ${name}`,
    publish: async () => published.push(name),
  });
  const part: Part = { title: "npm", publications: ["one", "two"].map(publicationOf) };
  return { part, published };
}

describe("a part of a release", () => {
  it("is published if the registry lacks it", async () => {
    const { part, published } = registryOf({});
    await publishPart(part);
    expect(published).toEqual(["one", "two"]);
    expect(printed).toEqual(["npm: one is published.", "npm: two is published."]);
  });

  it("is not published again", async () => {
    const { part, published } = registryOf({ one: "digest of one" });
    await publishPart(part);
    expect(published).toEqual(["two"]);
    expect(printed[0]).toBe("npm: one was published before, with the same contents.");
  });

  it("that differs stops the release before anything is published, with the name of the file", async () => {
    const { part, published } = registryOf({ two: "another" });
    await expect(publishPart(part)).rejects.toThrow(
      "npm has two with other contents than two.tgz (another, not digest of two): release a new version.",
    );
    expect(published).toEqual([]);
  });

  it("is printed in a dry run, without a request", () => {
    const { part, published } = registryOf({ one: "another" });
    printPart(part);
    expect(printed).toEqual(["npm: would run publish one", "npm: would run publish two"]);
    expect(published).toEqual([]);
  });

  it("has one of two outcomes", () => {
    const file = { name: "n", file: "f", digest: "d" };
    expect(outcomeOf("t", file, undefined)).toBe("published");
    expect(outcomeOf("t", file, "d")).toBe("published before");
    expect(() => outcomeOf("t", file, "D")).toThrow("t has n with other contents than f");
  });
});

/** A folder with files of a release. */
function releaseWith(files: Record<string, string | Uint8Array>) {
  const folder = folderOfTest();
  writeFileSync(join(folder, "schema.json"), '{ "version": "1.2.3" }');
  for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content);
  return releaseIn(folder);
}

const git = (cwd: string, ...args: string[]) =>
  execFileSync(
    "git",
    [
      "-c",
      "user.name=a",
      "-c",
      "user.email=a@example.invalid",
      "-c",
      "commit.gpgsign=false",
      ...args,
    ],
    { cwd, encoding: "utf8" },
  ).trim();

/** A bare repository below a folder, with a tag of the version. */
function repositoryIn(folder: string): string {
  const source = join(folder, "source");
  mkdirSync(source, { recursive: true });
  git(source, "init", "--quiet");
  writeFileSync(join(source, ".gitignore"), "sdk/\n");
  git(source, "add", "--all");
  git(source, "commit", "--quiet", "--message", "Release");
  git(source, "tag", "v1.2.3");
  const bare = join(folder, `${REPOSITORY}.git`);
  git(folder, "clone", "--quiet", "--bare", source, bare);
  return bare;
}

describe("GitHub", () => {
  it("has the files of a release in a draft, and publishes it last; a repeated run changes nothing", async () => {
    const server = await new GitHubServer(repositoryIn(folderOfTest())).start();
    vi.stubEnv("GITHUB_API_URL", server.url);
    vi.stubEnv("GITHUB_REPOSITORY", REPOSITORY);
    try {
      const release = releaseWith({ "RELEASE_NOTES.md": "notes", "a.tar.gz": "a" });
      await publishPart(githubPart(release, publisher));
      const downloaded = await fetch(`${server.downloads}/a.tar.gz`);
      expect(await downloaded.text()).toBe("a");
      expect(await publishPart(githubPart(release, publisher))).toEqual(
        release.files.map((file) => ({ name: `${file} of v1.2.3`, outcome: "published before" })),
      );

      const changed = releaseWith({ "RELEASE_NOTES.md": "notes", "a.tar.gz": "b" });
      await expect(publishPart(githubPart(changed, publisher))).rejects.toThrow(
        "GitHub has a.tar.gz of v1.2.3 with other contents than a.tar.gz",
      );
      const more = releaseWith({ "RELEASE_NOTES.md": "notes", "a.tar.gz": "a", "b.tar.gz": "b" });
      await expect(publishPart(githubPart(more, publisher))).rejects.toThrow(
        "The release v1.2.3 on GitHub is published, and lacks files: release a new version.",
      );
    } finally {
      await server.stop();
    }
  });

  it("replaces a file of a draft that an earlier run has not uploaded whole", async () => {
    const server = await new GitHubServer(repositoryIn(folderOfTest())).start();
    vi.stubEnv("GITHUB_API_URL", server.url);
    vi.stubEnv("GITHUB_REPOSITORY", REPOSITORY);
    try {
      const draft = JSON.stringify({ tag_name: "v1.2.3", draft: true, body: "notes" });
      const created = await fetch(`${server.url}/repos/${REPOSITORY}/releases`, {
        method: "POST",
        body: draft,
      });
      const { upload_url } = (await created.json()) as { upload_url: string };
      const url = upload_url.replace(/\{.*\}$/, "?name=a.tar.gz");
      await fetch(url, { method: "POST", body: "a part" });
      const whole = "a part and the rest";
      const release = releaseWith({ "RELEASE_NOTES.md": "notes", "a.tar.gz": whole });
      await publishPart(githubPart(release, publisher));
      expect(await (await fetch(`${server.downloads}/a.tar.gz`)).text()).toBe(whole);
    } finally {
      await server.stop();
    }
  });
});

describe("Go", () => {
  const moduleOf = (text: string) => {
    const sources = folderOfTest();
    mkdirSync(join(sources, "edgeingress"));
    writeFileSync(join(sources, "go.mod"), "module example.com/m\n");
    writeFileSync(join(sources, "edgeingress/a.go"), text);
    return releaseWith({ "edge-ingress-sdk-go-v1.2.3.zip": zip(sources, "example.com/m@v1.2.3/") });
  };

  it("has a tag with the module in addition to the files of the release, and no other contents for the tag", async () => {
    const folder = folderOfTest();
    const repository = repositoryIn(folder);
    vi.stubEnv("GITHUB_SERVER_URL", pathToFileURL(folder).href);
    vi.stubEnv("GITHUB_REPOSITORY", REPOSITORY);
    await publishPart(await goPart(moduleOf("package a\n"), publisher));
    const tag = "sdk/go/v1.2.3";
    expect(git(repository, "ls-tree", "-r", "--name-only", tag).split("\n")).toEqual([
      ".gitignore",
      "sdk/go/edgeingress/a.go",
      "sdk/go/go.mod",
    ]);
    expect(git(repository, "rev-parse", `${tag}^`)).toBe(git(repository, "rev-parse", "v1.2.3"));
    const again = await publishPart(await goPart(moduleOf("package a\n"), publisher));
    expect(again).toEqual([{ name: `the tag ${tag}`, outcome: "published before" }]);
    await expect(publishPart(await goPart(moduleOf("package b\n"), publisher))).rejects.toThrow(
      `Go has the tag ${tag} with other contents than edge-ingress-sdk-go-v1.2.3.zip`,
    );
  });
});

describe("Maven", () => {
  const pom = "<project>\n  <groupId>com.example.edge</groupId>\n</project>\n";

  it("has the library and its project below the folder of the group", async () => {
    const folder = folderOfTest();
    const release = releaseWith({ "edge-ingress-1.2.3.jar": "jar", "edge-ingress-1.2.3.pom": pom });
    const target = join(folder, "com/example/edge/edge-ingress/1.2.3");
    mkdirSync(target, { recursive: true });
    for (const file of ["edge-ingress-1.2.3.jar", "edge-ingress-1.2.3.pom"])
      cpSync(join(release.folder, file), join(target, file));
    const part = mavenPart(release, { ...publisher, mavenRepository: pathToFileURL(folder).href });
    expect((await publishPart(part)).map(({ outcome }) => outcome)).toEqual([
      "published before",
      "published before",
    ]);
    writeFileSync(join(target, "edge-ingress-1.2.3.jar"), "another");
    await expect(publishPart(part)).rejects.toThrow("Maven has edge-ingress-1.2.3.jar with other");
  });

  it("needs a repository, and a group", () => {
    expect(groupIn(pom)).toBe("com.example.edge");
    expect(() => groupIn("<project/>")).toThrow("The Maven project has no groupId.");
    const without = { ...publisher, mavenRepository: null };
    expect(() => mavenPart(releaseWith({}), without)).toThrow(
      "publisher.json names no mavenRepository.",
    );
  });
});

it("a folder without a release is refused", () => {
  const folder = folderOfTest();
  expect(() => releaseIn(folder)).toThrow(`${folder} has no schema.json of a release.`);
});
