import { createReadStream, existsSync, statSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import type { TestProject } from "vitest/node";
import { ensurePackages } from "../../tools/base/packages.mjs";
import { root } from "../../tools/base/project.mjs";
import { run } from "../../tools/base/run.mjs";
import { inBackground } from "./in-background.mts";

/** Two releases of the same sources, and a server of the files of the first, from which its plugin is downloaded. */
export type Releases = Record<"first" | "second" | "finished" | "url" | "repository", string>;

const repository = "example/edge-ingress";

/** Returns the function that ends the setup after the tests. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), "releases-"));
  const [first, second] = [join(folder, "first"), join(folder, "second")];
  const server = serve(first);
  await new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(undefined)));
  const { port } = server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}`;
  // The packages are installed first, because two builds must not install them in the same folder.
  await ensurePackages();
  const finished = join(folder, "finished");
  // The builds run concurrently, because most of a build waits for one process.
  const building = inBackground(finished, () =>
    Promise.all([first, second].map((out) => build(out, url))),
  );
  project.provide("releases", { first, second, finished, url, repository });
  return async () => {
    await building;
    server.close();
    await rm(folder, { recursive: true });
  };
}

async function build(out: string, url: string) {
  const command = [join(root, "tools/base/command.mjs"), "release/release.mts"];
  const args = [...command, "--out", out, "--repository", repository, "--download-url", url];
  const { code } = await run(process.execPath, args);
  if (code !== 0) throw new Error("npm run release failed: see above");
}

const serve = (folder: string) =>
  createServer(({ url = "" }, response) => {
    const file = join(folder, basename(url));
    if (!existsSync(file)) response.writeHead(404).end();
    else createReadStream(file).pipe(response.setHeader("content-length", statSync(file).size));
  });
