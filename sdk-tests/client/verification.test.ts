import { describe, expect, it } from "vitest";
import { z } from "zod";
import { ForeignAnswerError, HttpError, NetworkError, TimeoutError } from "../../src/core/client/errors";
import type { Incoming } from "../../src/core/client/transport";
import type { ApiRequest, Client, ClientOptions } from "../../src/core/client/types";
import { NO_ID } from "../../src/core/client/verification";
import { testClient } from "../support/client";
import { anything, dataBeside, rows, text } from "../support/data";
import { notingIn, SharedClock } from "../support/virtual-time";

const { counted, foreign, advice } = dataBeside(__filename, {
  counted: rows(text, anything, anything),
  foreign: rows(text, anything, anything, text),
  advice: rows(z.number(), text),
});

const get = (id: string) => ({ method: "GET", path: { template: "/agent_ingresses/{id}", params: { id } } }) as const;
const LIST = "/agent_ingresses";

const answer = (status: number, body: unknown = {}, headers = {}): Incoming => ({
  status,
  headers,
  text: typeof body === "string" ? body : JSON.stringify(body),
});
const LISTED = answer(200, { ingresses: [], next_page_uri: null });
const OWN = { code: "not_found", msg: "there is none" };

interface Service {
  readonly list?: (attempt: number) => Promise<Incoming> | Incoming;
  /** What is answered for an id that nothing has. */
  readonly own?: (path: string) => Incoming;
  readonly others?: (path: string) => Promise<Incoming> | Incoming;
}

type Outcome = PromiseSettledResult<unknown> | undefined;

/** A client of a service, by default one where nothing exists. */
function setUp({ list = () => LISTED, own = () => answer(404, OWN), others = () => answer(404, OWN) }: Service = {}) {
  const clock = new SharedClock();
  const sent: { readonly path: string; readonly at: number }[] = [];
  const told: string[] = [];
  let attempts = 0;
  const transport: ClientOptions["transport"] = async ({ url: { pathname: path } }) => {
    sent.push({ path, at: clock.now() });
    if (path === LIST) return list(++attempts);
    return path.endsWith(NO_ID) ? own(path) : others(path);
  };
  const client = testClient({ baseUrl: "http://127.0.0.1:1", clock, transport });
  const ask = async (request: ApiRequest = get("a"), by: Client = client): Promise<Outcome> =>
    (await clock.settle([by.request(request)]))[0];
  /** When the list was requested. */
  const looks = () => sent.flatMap(({ path, at }) => (path === LIST ? [at] : []));
  return { client, clock, sent, told, ask, log: notingIn(told), looks };
}

const reasonOf = (outcome: Outcome) => (outcome?.status === "rejected" ? outcome.reason : undefined);
const messageOf = (outcome: Outcome): string => reasonOf(outcome)?.message ?? "";
/** Asserts that an operation fails with such a message, or with one that contains a text. */
const expectTold = (outcome: Outcome, told: string | RegExp) => expect(messageOf(outcome)).toMatch(told);
const isMissing = (outcome: Outcome): boolean =>
  reasonOf(outcome) instanceof HttpError && reasonOf(outcome).status === 404;

const listing = (...ids: readonly string[]) =>
  answer(200, { ingresses: ids.map((id) => ({ id })), next_page_uri: null });
const gateway = () => answer(404, { message: "no Route matched with those values" });
/** A service that answers so for what does not exist, and something that answers so in its place. */
const answering = (own: unknown, body: unknown): Service => ({
  own: () => answer(404, own),
  others: () => answer(404, body),
});

describe("the body of a 404", () => {
  it.each<[what: string, service: Service]>([
    ...counted.map(([what, own, body]): [string, Service] => [what, answering(own, body)]),
    [
      "what most collections answer, though one answers more",
      { own: (path) => answer(404, path.startsWith(LIST) ? { ...OWN, details: {} } : OWN) },
    ],
    [
      "JSON, and the list shows an id that is not well-formed and that no path can have",
      { list: () => listing("a/1") },
    ],
    [
      "JSON, and the list shows an object that has been deleted in between",
      { list: (attempt) => (attempt === 1 ? listing("agin_1") : listing()) },
    ],
  ])("counts if it is %s, as the API's own", async (_, service) => {
    expect(await setUp(service).ask().then(isMissing)).toBe(true);
  });

  const noList = "http://127.0.0.1:1/ does not answer GET /agent_ingresses with the API's list";

  it.each<[what: string, service: Service, why: string]>([
    ...foreign.map(([what, own, body, why]): [string, Service, string] => [what, answering(own, body), why]),
    [
      "that of a gateway which knows the lists, and no path below them",
      { list: () => listing("agin_1", "agin_2"), own: gateway, others: gateway },
      "GET /agent_ingresses shows agin_2, and GET /agent_ingresses/agin_2 does not find it",
    ],
    ["the API's own, but the list is missing", { list: () => answer(404) }, noList],
    ["the API's own, but the list is a page", { list: () => answer(200, "<html>") }, noList],
    ["the API's own, but the list is another object", { list: () => answer(200, { hello: "world" }) }, noList],
    ["the API's own, but the list is nothing", { list: () => answer(200, "null") }, noList],
  ])("does not count if it is %s", async (_, service, why) => {
    const outcome = await setUp(service).ask({ ...get("a"), method: "DELETE" });
    expect(reasonOf(outcome)).toBeInstanceOf(ForeignAnswerError);
    expectTold(outcome, `DELETE /agent_ingresses/a answered 404, but the answer is not the API's: ${why}`);
    expectTold(outcome, /; run the command again; if that does not help, check the gateway or proxy/);
  });

  it.each(["GET", "DELETE", "PUT", "PATCH", "POST"] as const)("decides whatever is asked: %s", async (method) => {
    const { ask } = setUp({ others: () => answer(404, { message: "Not Found" }) });
    expectTold(await ask({ ...get("a"), method }), `${method} /agent_ingresses/a answered 404, but`);
  });

  it("is never repeated by a message", async () => {
    const { ask } = setUp({ others: () => answer(404, { "hush-name": "hush-text" }) });
    expect(messageOf(await ask())).not.toContain("hush");
  });
});

it("a gateway that knows the lists, and no path below them is asked once for such an object, if that is found", async () => {
  const others = (path: string) => (path.endsWith("agin_2") ? answer(200, { id: "agin_2" }) : answer(404, OWN));
  const { ask, sent } = setUp({ list: () => listing("agin_1", "agin_2"), others });
  for (let count = 0; count < 3; count++) expect(await ask().then(isMissing)).toBe(true);
  expect(sent.filter(({ path }) => path.endsWith("agin_2"))).toHaveLength(1);
});

it("a gateway that knows the lists, and no path below them is asked for such an object as soon as an operation does not make something new", async () => {
  const { client, ask, sent } = setUp({ list: () => listing("agin_1"), own: gateway, others: gateway });
  expect(await ask(get("a"), client.begin({ creates: true })).then(isMissing)).toBe(true);
  expect(sent.filter(({ path }) => path.endsWith("agin_1"))).toEqual([]);
  expectTold(await ask(), "GET /agent_ingresses/agin_1 does not find it");
});

describe("the API's own 404", () => {
  it("is learned once", async () => {
    const { ask, sent } = setUp();
    for (let count = 0; count < 3; count++) expect(await ask().then(isMissing)).toBe(true);
    expect(sent.filter(({ path }) => path.endsWith(NO_ID))).toHaveLength(3);
  });

  it("is what most collections answer, whatever a gateway answers before one of them", async () => {
    const some = (path: string) => (path.startsWith(LIST) ? gateway() : answer(404, OWN));
    const { ask } = setUp({ own: some, others: some });
    expectTold(await ask(), "its body lacks members");
    const other = { template: "/event_destinations/{id}", params: { id: "b" } };
    expect(await ask({ method: "GET", path: other }).then(isMissing)).toBe(true);
  });

  it.each([
    ["nothing", ""],
    ["an object", { message: "no Route matched" }],
  ])("is not %s that a gateway answers before most collections, if another one says more", async (_, body) => {
    let isOver = false;
    const own = (path: string) => answer(404, isOver || path.startsWith("/event") ? OWN : body);
    const { ask } = setUp({ own, others: () => answer(404, body) });
    expectTold(await ask(), "not those of one API");
    isOver = true;
    expectTold(await ask(), "its body");
  });

  it("is not learned from answers of different kinds, nor from pages", async () => {
    const kinds = ["", [], OWN];
    for (const own of [() => answer(404, kinds.pop()), () => answer(404, "<html>")])
      expectTold(await setUp({ own }).ask(), "the answers for objects that do not exist are not those of one API");
  });

  it("is not learned while the list is not answered, and is learned later", async () => {
    let isBroken = true;
    const { ask } = setUp({
      list: (attempt) => (isBroken && attempt > 1 ? answer(404, "<html>") : LISTED),
      own: () => answer(404, isBroken ? { message: "Not Found" } : OWN),
    });
    expectTold(await ask(), "does not answer GET /agent_ingresses with the API's list");
    isBroken = false;
    expect(await ask().then(isMissing)).toBe(true);
  });

  it.each([
    ["400", answer(400)],
    ["403", answer(403)],
    ["an empty success", answer(200, null)],
  ])("is not compared if the API answers %s for what does not exist", async (_, own) => {
    const { ask } = setUp({ own: () => own, others: (path) => answer(404, path.endsWith("/b") ? "<html>" : OWN) });
    expect(await ask().then(isMissing)).toBe(true);
    expectTold(await ask(get("b")), "its body is not JSON");
  });
});

it("a 404 of something that does not answer the list is not the API's, whatever the API has answered before", async () => {
  let isThere = true;
  const { ask } = setUp({
    list: () => (isThere ? LISTED : answer(404, OWN)),
    others: (path) => (path.endsWith("/there") ? answer(200, { id: "there" }) : answer(404, OWN)),
  });
  expect(await ask().then(isMissing)).toBe(true);
  expect((await ask(get("there")))?.status).toBe("fulfilled");
  isThere = false;
  expectTold(await ask(get("b")), "GET /agent_ingresses/b answered 404, but the answer is not");
});

it("a 404 of something that does not answer the list fails all operations that have asked for it by one request", async () => {
  const { client, clock, looks } = setUp({ list: () => clock.sleep(100).then(() => answer(404)) });
  const outcomes = await clock.settle(["a", "b", "c"].map((id) => client.begin().request(get(id))));
  expect(outcomes.map(messageOf).every((text) => text.includes("but the answer is not the API's"))).toBe(true);
  expect(looks().length).toBeLessThanOrEqual(2);
});

it("a 404 of something that does not answer the list does not make an empty answer one with status 404", async () => {
  const { client, clock } = setUp({ list: () => answer(404) });
  const [outcome] = await clock.settle([client.verify("GET /x answered nothing")]);
  expectTold(outcome, /^GET \/x answered nothing, but the answer is not the API's: http/);
  expect(messageOf(outcome)).not.toContain("404");
});

it.each(advice)(
  "a 404 that cannot be verified because the list answers %i is reported with that",
  async (status, advice) => {
    const outcome = await setUp({ list: () => answer(status) }).ask();
    expect(isMissing(outcome)).toBe(false);
    expectTold(outcome, /^GET \S+ answered 404, which could not be verified: GET \/agent_ingresses answered/);
    expectTold(outcome, `answered ${status}; ${advice}`);
    if (status !== 301) expect(messageOf(outcome)).not.toContain("baseUrl");
  },
);

it.each([
  [new TimeoutError("late"), "late"],
  [new NetworkError("no response (ECONNRESET)", true, true), "no response (ECONNRESET)"],
])("a 404 that cannot be verified because the list does not answer is reported with that: %s", async (error, cause) => {
  const outcome = await setUp({ list: () => Promise.reject(error) }).ask();
  expectTold(outcome, `could not be verified: GET /agent_ingresses: ${cause} (after 9 attempts`);
  expect(messageOf(outcome)).not.toContain("baseUrl");
});

it("a 404 that cannot be verified because an object that does not exist gets no answer is reported with that", async () => {
  const outcome = await setUp({ own: () => answer(500) }).ask();
  expectTold(outcome, `could not be verified: GET /agent_ingresses/${NO_ID} answered 500`);
});

it("a 404 that cannot be verified ends at the deadline of its operation, and logs its waits there", async () => {
  const { client, clock, told, log, ask } = setUp({ list: () => answer(503, {}, { "retry-after": "8" }) });
  const outcome = await ask(get("a"), client.begin({ timeoutMs: 20_000, log }));
  expect(clock.now()).toBe(16_000);
  expectTold(outcome, "could not be verified: GET /agent_ingresses answered 503;");
  expectTold(outcome, "(after 3 attempts; not retried: the next attempt would exceed 20 s (customTimeouts))");
  expect(told).toContain("info: retrying GET /agent_ingresses in 8 s: the service answered 503");
});

it("a 404 that cannot be verified ends when its operation is cancelled", async () => {
  const { client, clock, ask } = setUp({ list: () => answer(503, {}, { "retry-after": "30" }) });
  const outcome = await ask(get("a"), client.begin({ signal: clock.abortedAt(7_000) }));
  expect(clock.now()).toBe(7_000);
  expectTold(outcome, /could not be verified: GET \/agent_ingresses answered 503.* \(it was cancelled\)$/);
});

it("a 404 that cannot be verified is verified by the next operation, when the list answers", async () => {
  const { ask } = setUp({ list: (attempt) => (attempt === 1 ? answer(403) : LISTED) });
  expectTold(await ask(), "could not be verified");
  expect(await ask().then(isMissing)).toBe(true);
});

/** Milliseconds that each answer takes. */
const LATENCY_MS = 20;

/** A service where nothing exists, and which takes time to say so. */
function slowService(list?: Service["list"]) {
  const late = (incoming: Incoming | Promise<Incoming>) => service.clock.sleep(LATENCY_MS).then(() => incoming);
  const service = setUp({
    list: (attempt) => late(list?.(attempt) ?? LISTED),
    others: () => late(answer(404, OWN)),
  });
  return service;
}

describe("operations that meet a 404", () => {
  it("are answered at once if there was none for a second, and share the next look if there was", async () => {
    const service = slowService();
    const { client, clock, looks } = service;
    await service.ask();
    await clock.settle([clock.sleep(10_000)]);
    const from = clock.now();
    const ends: number[] = [];
    const requests = ["a", "b", "c"].map((id) => client.request(get(id)).finally(() => ends.push(clock.now() - from)));
    const outcomes = await clock.settle(requests);
    expect(outcomes.every(isMissing)).toBe(true);
    expect(ends).toEqual([2 * LATENCY_MS, 1_000 + 2 * LATENCY_MS, 1_000 + 2 * LATENCY_MS]);
    expect(looks().slice(-2)).toEqual([from + LATENCY_MS, from + 1_000 + LATENCY_MS]);
  });

  it("after a look has begun wait for the next one", async () => {
    let isThere = true;
    const service = slowService(() => (isThere ? LISTED : answer(404, "<html>")));
    const { client, clock, looks } = service;
    await service.ask();
    await clock.settle([clock.sleep(5_000)]);
    const begunAt = clock.now() + LATENCY_MS;
    clock.at(begunAt + LATENCY_MS / 2, () => {
      isThere = false;
    });
    const late = clock.sleep(LATENCY_MS / 2).then(() => client.request(get("late")));
    const [early, second] = await clock.settle([client.request(get("early")), late]);
    expect(isMissing(early)).toBe(true);
    expectTold(second, "GET /agent_ingresses/late answered 404, but the answer is not the API's");
    expect(looks().slice(-2)).toEqual([begunAt, begunAt + 1_000]);
  });

  it.each(["GET", "DELETE"] as const)("1,000 times cost at most one %s of the list more a second", async (method) => {
    const service = slowService();
    // 16 at a time, as the engine has its resources read or deleted.
    const left = Array.from({ length: 1_000 }, (_, index) => `o${index}`);
    const worker = async () => {
      for (let id = left.pop(); id !== undefined; id = left.pop()) {
        const [outcome] = await Promise.allSettled([service.client.begin().request({ ...get(id), method })]);
        expect(isMissing(outcome)).toBe(true);
      }
    };
    const outcomes = await service.clock.settle(Array.from({ length: 16 }, worker));
    expect(outcomes.map(messageOf).join("")).toBe("");
    const [first = 0, ...looks] = service.looks();
    // The second request of the first look shows that what was learned is the API's.
    const gaps = looks.slice(1).map((at, index) => at - (index === 0 ? first : (looks[index] ?? 0)));
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(1_000);
    expect(service.sent).toHaveLength(1_000 + service.looks().length + 3);
  });

  it("do not share the deadline or the cancellation of the operation that asks", async () => {
    const { client, clock } = setUp({
      list: (attempt) => (attempt < 2 ? answer(503, {}, { "retry-after": "10" }) : LISTED),
    });
    const [cancelled, patient] = await clock.settle([
      client.begin({ signal: clock.abortedAt(4_000) }).request(get("a")),
      client.begin().request(get("b")),
    ]);
    expectTold(cancelled, "it was cancelled");
    expect(isMissing(patient)).toBe(true);
    expect(clock.now()).toBe(4_000);
  });

  it("wait for the operation that asks no longer than they last themselves", async () => {
    const { client, clock } = setUp({ list: (attempt) => clock.sleep(attempt === 1 ? 50_000 : 0).then(() => LISTED) });
    const ends: number[] = [];
    const ended = () => void ends.push(clock.now());
    const [asking, late, cancelled] = await clock.settle([
      client.begin().request(get("a")).finally(ended),
      client.begin({ timeoutMs: 6_000 }).request(get("b")).finally(ended),
      client
        .begin({ signal: clock.abortedAt(9_000) })
        .request(get("c"))
        .finally(ended),
    ]);
    expect(isMissing(asking)).toBe(true);
    expectTold(late, "could not be verified: gave up after 6 s (customTimeouts)");
    expectTold(cancelled, "could not be verified: it was cancelled");
    expect(ends).toEqual([6_000, 9_000, 50_000]);
  });
});
