import { join } from "node:path";
import { beforeAll, expect, it } from "vitest";
import { type Emulator, startEmulator } from "../../src/emulator";
import { textOf } from "../support/files";
import { folderOfTests } from "../support/folders";
import { makeVenv } from "../support/python-venv";
import { type GuideLanguage, languages } from "./guide-languages";
import { GuideProject } from "./guide-project";

/**
 * Tests of changes of a program: a new name, a value that becomes a secret, a login that becomes a resource, and an
 * update of one resource alone. The programs are in `changes`, and have the same effects in each language.
 */

const venvFolder = folderOfTests();

beforeAll(() => makeVenv(venvFolder));

const programOf = (step: string, { file }: GuideLanguage): string =>
  textOf(join("sdk-tests/languages/changes", step, file));

/** The requests that change something, by method and last part of the path, without the ids of objects. */
const changesOf = (server: Emulator): string[] =>
  server
    .requests()
    .filter(({ method }) => method !== "GET")
    .map(({ method, path }) => `${method} ${path.split("/").at(-1)?.replace(/_.*/, "")}`);

it.each(languages)(
  "a program in $name changes as a user changes it, and never serves without its login",
  async (language) => {
    await using server = await startEmulator();
    const files = { [language.file]: programOf("declared", language) };
    await using project = await GuideProject.withFiles(
      { page: "", language, server, venvFolder },
      files,
    );
    await project.type("pulumi stack init dev");
    await project.deploy();
    expect(changesOf(server)).toEqual(["POST routes"]);
    server.clearRequests();
    await project.type("pulumi preview --expect-no-changes");
    expect(server.requests()).toEqual([]);
    await project.type("pulumi refresh --yes --skip-preview --expect-no-changes");
    expect(changesOf(server)).toEqual([]);

    await project.rewrite(programOf("renamed", language));
    await project.type("pulumi up");
    expect(changesOf(server)).toEqual([]);
    expect(await project.type("pulumi stack --show-urns")).toMatch(/HttpsEdgeRoute::gateway\b/);
    expect(await project.type("pulumi stack export")).not.toMatch(/canary|HttpsEdgeRoute::api\b/);

    await project.rewrite(programOf("separate", language));
    await project.type("pulumi up");
    expect(changesOf(server).filter((change) => change.startsWith("DELETE"))).toEqual([]);
    expect(server.objects()).toMatchObject([
      { body: { match: "/api" } },
      { path: expect.stringMatching(/\/oauth$/) },
    ]);

    await project.edit('"/api"', '"/v2"');
    await project.edit('"example"', '"other"');
    server.clearRequests();
    await project.type("pulumi up --target '**::gateway'");
    expect(changesOf(server)).toEqual(["PATCH edghtsrt"]);
    await project.type("pulumi up");
    expect(changesOf(server)).toEqual(["PATCH edghtsrt", "PUT oauth"]);

    server.clearRequests();
    await project.type("pulumi destroy");
    expect(changesOf(server)).toEqual(["DELETE edghtsrt"]);
    expect(server.objects()).toEqual([]);
  },
);
