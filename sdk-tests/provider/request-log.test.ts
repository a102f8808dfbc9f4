import { mkdir, readFile, rm } from "node:fs/promises";
import { afterEach, expect, vi } from "vitest";
import * as definitions from "../../src/core/definitions";
import { problemText } from "../../src/core/schema/problem";
import type { Emulator } from "../../src/emulator";
import { withEmulator } from "../support/fixtures";
import { temporaryFolder } from "../support/folders";
import { inProcessCore } from "../support/in-process-core";
import { failureOf } from "../support/in-process-dynamic";
import { expectPrivate } from "../support/system";

/** The log of requests that the environment asks for. */

const it = withEmulator();
const folder = temporaryFolder("request-log-");

it.beforeEach(({ emulator }) => emulator.reset());

afterEach(() => vi.restoreAllMocks());

const setUp = (emulator: Emulator, value: string | undefined) =>
  inProcessCore(emulator, {
    environment: (name) => (name === "EDGE_INGRESS_LOG" ? value : undefined),
  });

/** A provider that logs to a file. */
function logging(emulator: Emulator) {
  const file = folder("requests.log");
  return { ...setUp(emulator, `requests:${file}`), file };
}

const inputs = { domain: "a.example.com" };

const check = (emulator: Emulator, value: string | undefined) =>
  setUp(emulator, value)
    .provider.check(definitions.agentIngress, { olds: {}, inputs })
    .problems.map(problemText);

const LINE =
  /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z debug POST \/agent_ingresses answered 201 in \d+ ms \(attempt 1, request \S+\)\n$/;

it("the log is appended to a file, which only its owner may read, in addition to the output to the user", async ({
  emulator,
}) => {
  const { provider, logged, file } = logging(emulator);
  await provider.create(definitions.agentIngress, { inputs });
  const first = await readFile(file, "utf8");
  expect(first).toMatch(LINE);
  expectPrivate(file);
  expect(logged.map(({ severity }) => severity)).toEqual(["debug"]);
  await setUp(emulator, ` requests:${file} `).provider.create(definitions.agentIngress, { inputs });
  const both = await readFile(file, "utf8");
  expect(both.startsWith(first)).toBe(true);
  expect(both.slice(first.length)).toMatch(LINE);
});

it("the log goes to standard error", async ({ emulator }) => {
  const written: unknown[] = [];
  vi.spyOn(process.stderr, "write").mockImplementation((text) => written.push(text) > 0);
  await setUp(emulator, "requests").provider.create(definitions.agentIngress, { inputs });
  expect(written).toEqual([expect.stringMatching(LINE)]);
});

it("the log contains messages of every severity, also of the log of a call", async ({
  emulator,
}) => {
  const { provider, logged, file } = logging(emulator);
  emulator.addFault({ method: "POST", status: 429, headers: { "Retry-After": "1" } });
  const own: string[] = [];
  await provider.create(definitions.agentIngress, {
    inputs,
    log: ({ text }) => void own.push(text),
  });
  const lines = (await readFile(file, "utf8")).trimEnd().split("\n");
  expect(lines.map((line) => line.replace(/^\S+ \w+ /, ""))).toEqual(own);
  expect(own).toHaveLength(3);
  expect(logged).toEqual([]);
});

it("the log contains no secret of a resource or of a path, and no key", async ({ emulator }) => {
  const { provider, logged, file } = logging(emulator);
  const route = { edgeId: "edge_canary_7", matchType: "exact_path", match: "/" };
  await provider.create(definitions.httpsEdgeRoute, { inputs: route, secretPaths: ["edgeId"] });
  const missing = { id: "agin_canary_8", outputs: {}, secrets: ["agin_canary_8"] };
  await failureOf(provider.get(definitions.agentIngress, missing));
  const log = await readFile(file, "utf8");
  expect(log).toContain("POST /edges/https/[secret]/routes answered 201");
  expect(log).toContain("GET /agent_ingresses/[secret] answered 404");
  for (const text of [log, JSON.stringify(logged)]) {
    expect(text).not.toContain("canary");
    expect(text).not.toContain(emulator.apiKey);
  }
});

it.for([undefined, "", " "])(
  "a value of EDGE_INGRESS_LOG that is %j asks for nothing",
  (value, { emulator }) => {
    expect(check(emulator, value)).toEqual([]);
  },
);

it.for(["all", "requests:", "requests:log.txt", "Requests", "requests:./x", "/tmp/x"])(
  "a value of EDGE_INGRESS_LOG that is %j is refused, also before a request",
  async (value, { emulator }) => {
    const problem =
      'environment variable EDGE_INGRESS_LOG must be "requests", or "requests:" and the absolute path of a file';
    expect(check(emulator, value)).toEqual([problem]);
    const list = setUp(emulator, value).provider.list(definitions.agentIngress);
    await expect(list).rejects.toMatchObject({ message: problem });
    expect(emulator.requests()).toEqual([]);
  },
);

it("a value of EDGE_INGRESS_LOG with a file that cannot be written is refused", ({ emulator }) => {
  expect(check(emulator, `requests:${folder("none", "requests.log")}`)).toEqual([
    "environment variable EDGE_INGRESS_LOG names a file that cannot be written (ENOENT)",
  ]);
  expect(check(emulator, `requests:${folder()}`)).toEqual([
    // The code is EISDIR; Windows has no separate code for a folder.
    expect.stringMatching(
      /^environment variable EDGE_INGRESS_LOG names a file that cannot be written \(E[A-Z]+\)$/,
    ),
  ]);
});

it("the log fails no operation if its file cannot be opened again", async ({ emulator }) => {
  const inner = folder("inner");
  await mkdir(inner);
  const { provider } = setUp(emulator, `requests:${folder("inner", "requests.log")}`);
  expect(provider.check(definitions.agentIngress, { olds: {}, inputs }).problems).toEqual([]);
  await rm(inner, { recursive: true });
  const { id } = await provider.create(definitions.agentIngress, { inputs });
  expect(emulator.objects().map(({ body }) => body.id)).toEqual([id]);
});
