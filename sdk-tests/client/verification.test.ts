import { describe, expect, it } from "vitest";
import { isDocumented } from "../../src/core/client/documented";
import { HttpError, NetworkError, TimeoutError } from "../../src/core/client/errors";
import type { Incoming } from "../../src/core/client/transport";
import type { ClientOptions } from "../../src/core/client/types";
import { testClient } from "../support/client";
import { failureOf } from "../support/in-process-dynamic";
import { notingIn, SharedClock } from "../support/virtual-time";

const get = (id: string) => ({ method: "GET", path: { template: "/agent_ingresses/{id}", params: { id } } }) as const;
const LIST = "/agent_ingresses";

const answer = (status: number, body: unknown = {}, headers = {}): Incoming => ({
  status,
  headers,
  text: JSON.stringify(body),
});
const LISTED = answer(200, { ingresses: [], next_page_uri: null });

/** A client of a service where nothing exists, and whose list is answered so. */
function setUp(
  list: (attempt: number) => Promise<Incoming> | Incoming,
  others: (path: string) => Incoming = () => answer(404),
) {
  const clock = new SharedClock();
  const sent: string[] = [];
  const told: string[] = [];
  let attempts = 0;
  const transport: ClientOptions["transport"] = async ({ url }) => {
    sent.push(url.pathname);
    return url.pathname === LIST ? list(++attempts) : others(url.pathname);
  };
  const client = testClient({ baseUrl: "http://127.0.0.1:1", clock, transport });
  const log = notingIn(told);
  return { client, clock, sent, told, log, probes: () => sent.filter((path) => path === LIST).length };
}

const messageOf = (outcome: PromiseSettledResult<unknown> | undefined) =>
  outcome?.status === "rejected" ? outcome.reason.message : outcome?.status;

describe("a 404 that cannot be verified", () => {
  it.each([
    [401, "the API key is not accepted"],
    [403, "the API key is not permitted to do this"],
    [400, "the service refused the request"],
    [429, "the rate limit is reached"],
    [500, "the service has a problem"],
    [503, "the service has a problem"],
    [301, "the service redirects elsewhere; set edge-ingress:baseUrl"],
  ])("because the list answers %i is reported with that", async (status, advice) => {
    const { client, clock } = setUp(() => answer(status));
    const [outcome] = await clock.settle([client.request(get("a"))]);
    expect(outcome).toMatchObject({ reason: expect.not.objectContaining({ status: 404 }) });
    expect(messageOf(outcome)).toMatch(
      /^GET \S+ answered 404, which could not be verified: GET \/agent_ingresses answered/,
    );
    expect(messageOf(outcome)).toContain(`answered ${status}; ${advice}`);
    if (status !== 301) expect(messageOf(outcome)).not.toContain("baseUrl");
  });

  it.each([
    [new TimeoutError("late"), "late"],
    [new NetworkError("no response (ECONNRESET)", true, true), "no response (ECONNRESET)"],
  ])("because the list does not answer is reported with that: %s", async (error, cause) => {
    const { client, clock } = setUp(() => Promise.reject(error));
    const [outcome] = await clock.settle([client.request(get("a"))]);
    expect(messageOf(outcome)).toContain(`could not be verified: GET /agent_ingresses: ${cause} (after 9 attempts`);
    expect(messageOf(outcome)).not.toContain("baseUrl");
  });

  it("ends at the deadline of its operation, and logs its waits there", async () => {
    const { client, clock, told, log } = setUp(() => answer(503, {}, { "retry-after": "8" }));
    const [outcome] = await clock.settle([client.begin({ timeoutMs: 20_000, log }).request(get("a"))]);
    expect(clock.now()).toBe(16_000);
    expect(messageOf(outcome)).toContain("could not be verified: GET /agent_ingresses answered 503;");
    expect(messageOf(outcome)).toContain(
      "(after 3 attempts; not retried: the next attempt would exceed 20 s (customTimeouts))",
    );
    expect(told).toContain("info: retrying GET /agent_ingresses in 8 s: the service answered 503");
  });

  it("ends when its operation is cancelled", async () => {
    const { client, clock } = setUp(() => answer(503, {}, { "retry-after": "30" }));
    const controller = new AbortController();
    clock.at(7_000, () => controller.abort());
    const [outcome] = await clock.settle([client.begin({ signal: controller.signal }).request(get("a"))]);
    expect(clock.now()).toBe(7_000);
    expect(messageOf(outcome)).toMatch(
      /could not be verified: GET \/agent_ingresses answered 503.* \(it was cancelled\)$/,
    );
  });

  it("is verified by the next operation, when the list answers", async () => {
    const { client, probes } = setUp((attempt) => (attempt === 1 ? answer(403) : LISTED));
    expect((await failureOf(client.request(get("a")))).message).toContain("could not be verified");
    expect(await failureOf(client.request(get("a")))).toMatchObject({ status: 404 });
    expect(await failureOf(client.request(get("b")))).toMatchObject({ status: 404 });
    expect(probes()).toBe(2);
  });
});

describe("operations that meet a 404 at the same time", () => {
  it("share the answer of the list", async () => {
    const { client, clock, probes } = setUp(() => clock.sleep(1_000).then(() => LISTED));
    const outcomes = await clock.settle(["a", "b", "c"].map((id) => client.begin().request(get(id))));
    expect(outcomes.every((each) => each.status === "rejected" && each.reason instanceof HttpError)).toBe(true);
    expect(probes()).toBe(1);
  });

  it("do not share the deadline or the cancellation of the operation that asks", async () => {
    const { client, clock, probes } = setUp((attempt) =>
      attempt < 2 ? answer(503, {}, { "retry-after": "10" }) : LISTED,
    );
    const controller = new AbortController();
    clock.at(4_000, () => controller.abort());
    const [cancelled, patient] = await clock.settle([
      client.begin({ signal: controller.signal }).request(get("a")),
      client.begin().request(get("b")),
    ]);
    expect(messageOf(cancelled)).toContain("it was cancelled");
    expect(patient).toMatchObject({ reason: { status: 404 } });
    expect(clock.now()).toBe(4_000);
    expect(probes()).toBe(2);
  });

  it("wait for the operation that asks no longer than they last themselves", async () => {
    const { client, clock, probes } = setUp(() => clock.sleep(50_000).then(() => LISTED));
    const controller = new AbortController();
    clock.at(9_000, () => controller.abort());
    const ends: number[] = [];
    const ended = () => void ends.push(clock.now());
    const [asking, late, cancelled] = await clock.settle([
      client.begin().request(get("a")).finally(ended),
      client.begin({ timeoutMs: 6_000 }).request(get("b")).finally(ended),
      client.begin({ signal: controller.signal }).request(get("c")).finally(ended),
    ]);
    expect(asking).toMatchObject({ reason: { status: 404 } });
    expect(messageOf(late)).toContain("could not be verified: gave up after 6 s (customTimeouts)");
    expect(messageOf(cancelled)).toContain("could not be verified: it was cancelled");
    expect(ends).toEqual([6_000, 9_000, 50_000]);
    expect(probes()).toBe(1);
  });
});

describe("the list is not asked for", () => {
  const isObject = (path: string) => path.endsWith("/there");

  it("when an object of the API has been answered", async () => {
    const { client, probes } = setUp(
      () => answer(403),
      (path) => (isObject(path) ? answer(200, { id: "there" }) : answer(404)),
    );
    await client.request(get("there"));
    expect(await failureOf(client.begin().request(get("a")))).toMatchObject({ status: 404 });
    expect(probes()).toBe(0);
  });

  it("unless what was answered is the page of a gateway", async () => {
    const { client, probes } = setUp(
      () => LISTED,
      (path) => (isObject(path) ? answer(200, { id: "req_7" }) : answer(404)),
    );
    await client.request(get("there"));
    expect(await failureOf(client.request(get("a")))).toMatchObject({ status: 404 });
    expect(probes()).toBe(1);
  });
});

describe("only the API answers", () => {
  const path = { template: "/agent_ingresses/{id}", params: { id: "a" } };
  const all = { template: LIST };
  it.each([
    [path, { id: "a" }],
    [all, { id: "b", uri: "/agent_ingresses/b" }],
    [all, { id: "b", uri: "https://api.example.com/agent_ingresses/b" }],
    [all, { ingresses: [], next_page_uri: null }],
    [
      { uri: "/agent_ingresses?page=2", of: LIST },
      { things: [{}], uri: "", next_page_uri: "/x" },
    ],
  ])("%j with %j", (to, body) => {
    expect(isDocumented({ path: to }, body)).toBe(true);
  });
});

describe("anybody may answer", () => {
  const path = { template: "/agent_ingresses/{id}", params: { id: "a" } };
  it.each([
    {},
    { id: "b" },
    { id: "", uri: "/" },
    { id: 7, uri: "/x/7" },
    { id: "b", uri: "/x/ab" },
    { id: "b", uri: 7 },
    { hello: "world" },
    { errors: [] },
    { next_page_uri: null },
    { ingresses: {}, next_page_uri: null },
  ])("%j", (body) => {
    expect(isDocumented({ path }, body)).toBe(false);
  });
});
