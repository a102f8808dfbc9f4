import { isDeepStrictEqual } from "node:util";
import { beforeEach, describe, expect, it } from "vitest";
import { uncapitalized } from "../../src/core/schema/case";
import type { Values } from "../../src/core/schema/values";
import { cases } from "../cases";
import type { ResourceCase } from "../cases/case";
import { failureOf, type HostedProvider, inProcessDynamic, unwrapped } from "../support/in-process-dynamic";
import { serverWithPlaces } from "../support/server-with-places";

/** Every resource through the calls of one provider process that has just begun, as each run of the engine has its own. */

const server = serverWithPlaces(["whole", "grown"]);
let process: Awaited<ReturnType<typeof inProcessDynamic>>;

beforeEach(async () => {
  process = await inProcessDynamic(server.emulator);
});

const providerOf = ({ type }: ResourceCase): Promise<HostedProvider> => process.of(uncapitalized(type));

const placed = (testCase: ResourceCase, args: Values, name: "whole" | "grown" = "whole"): Values => ({
  ...server.places.of(testCase, name),
  ...args,
});

const lastBody = () =>
  server.emulator.requests().findLast(({ method }) => method !== "GET" && method !== "DELETE")?.body;

/** Without what the process notes for itself. */
const plain = (props: unknown): Values =>
  Object.fromEntries(Object.entries(unwrapped(props) as Values).filter(([name]) => !name.startsWith("__")));

it("a process refuses every wrong argument by its path, and takes every right one", async () => {
  for (const testCase of cases) {
    const provider = await providerOf(testCase);
    for (const { args, problem } of testCase.invalid) {
      expect(await provider.check(placed(testCase, args))).toContain(problem);
    }
    for (const { args } of [testCase.whole, ...Object.values(testCase.life)]) {
      expect(await provider.check(placed(testCase, args))).toEqual([]);
    }
  }
});

it("a process makes, reads, looks up and deletes every whole object, and finds nothing changed", async () => {
  for (const testCase of cases) {
    const provider = await providerOf(testCase);
    const args = placed(testCase, testCase.whole.args);
    const { id, outs } = await provider.create(args);
    expect(lastBody()).toEqual(testCase.whole.body);
    expect(outs).toMatchObject(args);
    expect(await provider.diff(id, outs, args)).toEqual({ changes: false });
    const { props } = await provider.read(id, outs);
    expect(plain(props)).toEqual(plain(outs));
    const { props: found } = await provider.read(id, { ...args, __lookUp: true });
    expect(plain(found)).toMatchObject(args);
    await provider.delete(id, outs);
    expect(server.emulator.objects().filter(({ path }) => path === testCase.path(id, args))).toEqual([]);
  }
});

it("a process changes every object in place, each time by what is different alone", async () => {
  for (const testCase of cases) {
    const provider = await providerOf(testCase);
    const { minimal, set, changed, removed } = testCase.life;
    let last = minimal.args;
    let { id, outs } = await provider.create(placed(testCase, last, "grown"));
    for (const { args, body } of [set, changed, removed]) {
      const news = placed(testCase, args, "grown");
      const isSame = isDeepStrictEqual(args, last);
      expect(await provider.diff(id, outs, news)).toEqual(isSame ? { changes: false } : { replaces: [] });
      if (!isSame) outs = await provider.update(id, outs, news);
      expect(lastBody()).toEqual(body);
      expect(outs).toMatchObject(news);
      last = args;
    }
  }
});

it("a process takes another spelling of the same arguments for no change", async () => {
  const ingress = await process.of("agentIngress");
  const domain = { domain: "a.example.com", certificateManagementPolicy: { authority: "ca" } };
  const other = { domain: "A.Example.com.", certificateManagementPolicy: { authority: "ca", privateKeyType: "rsa" } };
  expect(await ingress.diff("a", domain, other)).toEqual({ changes: false });
  const route = await process.of("httpsEdgeRoute");
  const where = { edgeId: "e", matchType: "exact_path", match: "/" };
  const headers = { requestHeaders: { add: { "X-A": "1", "X-B": "2" }, remove: ["X-C", "X-D"] } };
  const spelled = { requestHeaders: { add: { "x-b": "2", "x-a": "1" }, remove: ["x-d", "x-c", "X-D"] } };
  expect(await route.check({ ...where, ...headers })).toEqual([]);
  expect(await route.diff("r", { ...where, ...headers }, { ...where, ...spelled })).toEqual({ changes: false });
  const changed = { requestHeaders: { ...spelled.requestHeaders, add: { "x-a": "1", "x-b": "3" } } };
  expect(await route.diff("r", { ...where, ...headers }, { ...where, ...changed })).toEqual({ replaces: [] });
});

describe("a rejected key", () => {
  const NOTE = "add `--run-program` to this command";
  const rejected = async (props: Record<string, unknown>) => {
    const provider = await (await inProcessDynamic({ url: server.emulator.url, apiKey: "wrong" })).of("agentIngress");
    return (await failureOf(provider.read("agin_1", props))).message;
  };

  it("of a process whose first call is a lookup is the program's", async () => {
    expect(await rejected({ __lookUp: true })).not.toContain(NOTE);
  });

  it("of a process whose first call is a refresh may be an old one", async () => {
    expect(await rejected({ domain: "a.example.com" })).toContain(NOTE);
  });
});
