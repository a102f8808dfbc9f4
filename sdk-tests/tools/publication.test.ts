import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { cpSync, mkdirSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import publisherJson from "../../publisher.json";
import { zip } from "../../release/archive.mts";
import { githubPart } from "../../release/publish/github.mts";
import { goPart } from "../../release/publish/go.mts";
import { groupIn, mavenPart } from "../../release/publish/maven.mts";
import { tagFor } from "../../release/publish/npm.mts";
import { nugetPart } from "../../release/publish/nuget.mts";
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

describe("npm", () => {
  it.each([
    ["1.2.3", undefined, "latest"],
    ["1.2.3", "1.2.2", "latest"],
    ["1.10.0", "1.9.9", "latest"],
    ["1.2.3", "1.3.0", "release-1.2"],
    ["2.0.0-rc.1", "1.3.0", "next"],
    ["2.0.0-rc.1", undefined, "next"],
  ])("publishes %s after %s with the tag %s", (version, latest, tag) => {
    expect(tagFor(version, latest)).toBe(tag);
  });
});

describe("NuGet", () => {
  /** A source that responds to each package with a status. @returns the requests, and its service index */
  async function sourceThatResponds(status: number) {
    const requests: { method: string | undefined; key: unknown; body: string }[] = [];
    const server = createServer(async (request, response) => {
      const body = Buffer.concat(await request.toArray()).toString();
      if (request.url === "/index.json") {
        const resource = {
          "@id": `http://${request.headers.host}/push`,
          "@type": "PackagePublish/2.0.0",
        };
        response.end(JSON.stringify({ resources: [resource] }));
        return;
      }
      const { method, headers } = request;
      requests.push({ method, key: headers["x-nuget-apikey"], body });
      response.writeHead(status).end("reason");
    }).listen(0, "127.0.0.1");
    await once(server, "listening");
    onTestFinished(() => void server.close());
    const { port } = server.address() as AddressInfo;
    return { requests, nugetSource: `http://127.0.0.1:${port}/index.json` };
  }

  const release = () => releaseWith({ "EdgeIngress.1.2.3.nupkg": "contents" });

  it("gets the package with the key in a header", async () => {
    vi.stubEnv("NUGET_API_KEY", "key");
    const { requests, nugetSource } = await sourceThatResponds(201);
    await publishPart(nugetPart(release(), { ...publisher, nugetSource }));
    expect(requests).toEqual([
      { method: "PUT", key: "key", body: expect.stringContaining("contents") },
    ]);
  });

  it("skips a version that the source has", async () => {
    vi.stubEnv("NUGET_API_KEY", "key");
    const { nugetSource } = await sourceThatResponds(409);
    await expect(
      publishPart(nugetPart(release(), { ...publisher, nugetSource })),
    ).resolves.toHaveLength(1);
  });

  it("fails with the response of the source", async () => {
    vi.stubEnv("NUGET_API_KEY", "key");
    const { nugetSource } = await sourceThatResponds(403);
    await expect(publishPart(nugetPart(release(), { ...publisher, nugetSource }))).rejects.toThrow(
      "failed with 403: reason",
    );
  });

  it("needs a key that is not empty", async () => {
    vi.stubEnv("NUGET_API_KEY", "");
    const { requests, nugetSource } = await sourceThatResponds(201);
    await expect(publishPart(nugetPart(release(), { ...publisher, nugetSource }))).rejects.toThrow(
      "NUGET_API_KEY is not set: add the secret to the environment release.",
    );
    expect(requests).toEqual([]);
  });
});

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
