import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { python } from "../../tools/base/project.mjs";
import { run } from "../../tools/base/run.mjs";
import { freePort, type Server, startServer } from "./servers.mts";

/** pypiserver, which anybody may upload to. */
export interface PythonIndex extends Server {
  publishing: Record<string, string>; // the environment of twine, and of pip before it
  installing: Record<string, string>; // the environment of pip
}

/** Packages that the index lacks come from the index that pip is configured for. */
export async function startPythonIndex(folder: string, program: string): Promise<PythonIndex> {
  const packages = join(folder, "packages");
  await mkdir(packages, { recursive: true });
  const port = await freePort();
  const url = `http://127.0.0.1:${port}/`;
  const access = ["--passwords", ".", "--authenticate", "."];
  const fallback = await configuredIndex();
  // Without a configured index, pypiserver and pip have the same default.
  const others = fallback ? ["--fallback-url", fallback] : [];
  const options = ["--interface", "127.0.0.1", "--port", String(port), ...access, ...others];
  const args = ["-m", "pypiserver", "run", ...options, packages];
  const log = join(folder, "pypiserver.log");
  const server = await startServer(program, args, { url, log, cwd: folder });
  const installing = { PIP_INDEX_URL: `${url}simple/`, PIP_DISABLE_PIP_VERSION_CHECK: "1" };
  const account = { TWINE_USERNAME: "rehearsal", TWINE_PASSWORD: "rehearsal" };
  return { ...server, url, installing, publishing: { TWINE_REPOSITORY_URL: url, ...account } };
}

async function configuredIndex(): Promise<string> {
  const { code, output } = await run(python, ["-m", "pip", "config", "get", "global.index-url"], {
    capture: true,
  });
  return code === 0 ? output.trim() : "";
}
