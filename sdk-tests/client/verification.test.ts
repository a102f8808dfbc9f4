import { describe, expect, it } from "vitest";
import {
  ForeignResponseError,
  HttpError,
  NetworkError,
  NotYetFoundError,
  StillThereError,
  TimeoutError,
} from "../../src/core/client/errors";
import type { TransportResponse } from "../../src/core/client/transport";
import type { ApiRequest, Client, ClientOptions } from "../../src/core/client/types";
import { testClient } from "../support/client";
import { recordIn, SharedClock } from "../support/virtual-time";

/** Bodies of a 404 that do not prove that the object is deleted. */
const bodies: readonly { description: string; body: unknown }[] = [
  { description: "JSON", body: { code: "not_found", msg: "there is none" } },
  { description: "other JSON", body: { message: "no Route matched with those values" } },
  { description: "a page", body: "<html><h1>404 Not Found</h1></html>" },
  { description: "a text", body: "404 page not found" },
  { description: "JSON that is cut short", body: '{"code": "not_fou' },
  { description: "a list", body: [{}] },
  { description: "null", body: "null" },
  { description: "nothing", body: "" },
];

/** Statuses of the response for the list, and the advice to the user. */
const advices = [
  { status: 401, advice: "the API key is not accepted" },
  { status: 403, advice: "the API key is not permitted to do this" },
  { status: 400, advice: "the service refused the request" },
  { status: 429, advice: "the rate limit is reached" },
  { status: 500, advice: "the service has a problem" },
  { status: 503, advice: "the service has a problem" },
  { status: 301, advice: "the service redirects elsewhere; set edge-ingress:baseUrl" },
];

const get = (id: string) =>
  ({ method: "GET", path: { template: "/agent_ingresses/{id}", params: { id } } }) as const;
const LIST = "/agent_ingresses";
/** A route: no list shows it. */
const route = {
  method: "GET",
  path: { template: "/edges/https/{edge_id}/routes/{id}", params: { edge_id: "e", id: "r" } },
} as const;
const ROUTE = "/edges/https/e/routes/r";

const answer = (status: number, body: unknown = {}, headers = {}): TransportResponse => ({
  status,
  headers,
  text: typeof body === "string" ? body : JSON.stringify(body),
});
const LISTED = answer(200, { ingresses: [], next_page_uri: null });
const NOT_FOUND = { code: "not_found", msg: "there is none" };

interface Service {
  readonly list?: (attempt: number) => Promise<TransportResponse> | TransportResponse;
  readonly respond?: (
    path: string,
    attempt: number,
  ) => Promise<TransportResponse> | TransportResponse;
}

type Outcome = PromiseSettledResult<unknown> | undefined;

/** Returns a client of a service, by default of a service without objects. */
function setUp({ list = () => LISTED, respond = () => answer(404, NOT_FOUND) }: Service = {}) {
  const clock = new SharedClock();
  const sent: { readonly method: string; readonly path: string; readonly at: number }[] = [];
  const logged: string[] = [];
  let lists = 0;
  let requests = 0;
  const transport: ClientOptions["transport"] = async ({ method, url: { pathname: path } }) => {
    sent.push({ method, path, at: clock.now() });
    if (path === LIST) return list(++lists);
    return respond(path, ++requests);
  };
  const client = testClient({ baseUrl: "http://127.0.0.1:1", clock, transport });
  const send = async (request: ApiRequest = get("a"), by: Client = client): Promise<Outcome> =>
    (await clock.settle([by.request(request)]))[0];
  /** When the list was requested. */
  const looks = () => sent.flatMap(({ path, at }) => (path === LIST ? [at] : []));
  return { client, clock, sent, logged, send, log: recordIn(logged), looks };
}

const reasonOf = (outcome: Outcome) =>
  outcome?.status === "rejected" ? outcome.reason : undefined;
const messageOf = (outcome: Outcome): string => reasonOf(outcome)?.message ?? "";
/** Asserts that an operation fails with this message, or with a message that contains a text. */
const expectMessage = (outcome: Outcome, message: string | RegExp) =>
  expect(messageOf(outcome)).toMatch(message);
const isNotFound = (outcome: Outcome): boolean =>
  reasonOf(outcome) instanceof HttpError && reasonOf(outcome).status === 404;

const listing = (...ids: readonly string[]) =>
  answer(200, { ingresses: ids.map((id) => ({ id })), next_page_uri: null });

describe("a 404 counts", () => {
  it.each(bodies)(
    "whatever its body is, if the list does not show the object afterwards: $description",
    async ({ body }) => {
      const { send } = setUp({ respond: () => answer(404, body) });
      expect(await send().then(isNotFound)).toBe(true);
      expect(await send({ ...get("a"), method: "DELETE" }).then(isNotFound)).toBe(true);
    },
  );

  it.each(bodies)(
    "whatever its body is, if no list could show the object, and its path does not: $description",
    async ({ body }) => {
      const { send, sent } = setUp({ respond: () => answer(404, body) });
      expect(await send(route).then(isNotFound)).toBe(true);
      expect(sent.map(({ path }) => path)).toEqual([ROUTE, LIST, ROUTE]);
    },
  );

  it("for an object of the state that no list shows, if its path does not show it for seconds", async () => {
    const { send, client, sent } = setUp();
    expect(await send(route, client.begin({ isManaged: true })).then(isNotFound)).toBe(true);
    const checks = sent.slice(1).flatMap(({ path, at }) => (path === ROUTE ? [at] : []));
    expect(checks).toEqual([0, 1_000, 2_000, 3_000, 4_000]);
    expect(sent.filter(({ path }) => path === LIST)).toHaveLength(checks.length);
  });

  it("for the create of a route, whose edge may be missing", async () => {
    const { send, sent } = setUp();
    const create = {
      method: "POST",
      path: { template: "/edges/https/{edge_id}/routes", params: { edge_id: "e" } },
    };
    expect(await send(create as ApiRequest).then(isNotFound)).toBe(true);
    expect(sent).toHaveLength(2);
  });

  it("if the object is on a page of the list that was read before it was deleted", async () => {
    const { send } = setUp({ list: (attempt) => (attempt === 1 ? listing("agin_1") : listing()) });
    expectMessage(await send(get("agin_1")), "GET /agent_ingresses shows agin_1");
    expect(await send(get("agin_1")).then(isNotFound)).toBe(true);
  });
});

const NO_LIST = "http://127.0.0.1:1/ does not answer GET /agent_ingresses with the API's list";

describe("a 404 does not count", () => {
  const paged = (page: number) =>
    answer(200, {
      ingresses: [{ id: `agin_${page}` }],
      next_page_uri: page === 1 ? "/agent_ingresses" : null,
    });

  it.each<{ title: string; service: Service; why: string }>([
    {
      title: "if the list shows the object",
      service: { list: () => listing("b", "a") },
      why: "GET /agent_ingresses shows a",
    },
    { title: "if the list is missing", service: { list: () => answer(404) }, why: NO_LIST },
    {
      title: "if the list is a page",
      service: { list: () => answer(200, "<html>") },
      why: NO_LIST,
    },
    {
      title: "if the list is another object",
      service: { list: () => answer(200, { hello: "world" }) },
      why: NO_LIST,
    },
    { title: "if the list is nothing", service: { list: () => answer(200, "null") }, why: NO_LIST },
  ])("$title", async ({ service, why }) => {
    const outcome = await setUp(service).send({ ...get("a"), method: "DELETE" });
    expect(reasonOf(outcome)).toBeInstanceOf(ForeignResponseError);
    expectMessage(
      outcome,
      `DELETE /agent_ingresses/a answered 404, but the answer is not the API's: ${why}`,
    );
    expectMessage(
      outcome,
      /; run the command again; if that does not help, check the gateway or proxy/,
    );
  });

  it("if a later page of the list shows the object", async () => {
    const outcome = await setUp({ list: paged }).send(get("agin_2"));
    expectMessage(outcome, "GET /agent_ingresses shows agin_2");
  });

  it.each(["GET", "DELETE", "PUT", "PATCH"] as const)(
    "whatever is asked, if the list shows it: %s",
    async (method) => {
      const { send } = setUp({
        list: () => listing("a"),
        respond: () => answer(404, { "hush-name": "hush-text" }),
      });
      const outcome = await send({ ...get("a"), method });
      expectMessage(outcome, `${method} /agent_ingresses/a answered 404, but`);
      expect(messageOf(outcome)).not.toContain("hush");
    },
  );

  it("for a create of a collection whose list the API shows", async () => {
    const { send } = setUp({ list: (attempt) => (attempt === 1 ? answer(404) : LISTED) });
    expectMessage(
      await send({ method: "POST", path: { template: LIST } }),
      "GET /agent_ingresses is answered with a list",
    );
  });

  it.each([1, 2, 5])(
    "for the GET of an object that no list shows, if its path shows it within %i more",
    async (later) => {
      const found = { id: "r", edge_id: "e" };
      const { send, client } = setUp({
        respond: (_, attempt) => (attempt > later ? answer(200, found) : answer(404)),
      });
      expect(await send(route, client.begin({ isManaged: true }))).toEqual({
        status: "fulfilled",
        value: found,
      });
    },
  );

  it.each(["DELETE", "PUT", "PATCH"] as const)(
    "for a %s, if a GET of the same path finds the object",
    async (method) => {
      const { send } = setUp({
        respond: (_, attempt) => (attempt > 1 ? answer(200, { id: "r" }) : answer(404)),
      });
      const outcome = await send({ ...route, method });
      expect(reasonOf(outcome)).toBeInstanceOf(StillThereError);
      expectMessage(
        outcome,
        `${method} ${ROUTE} answered 404, but the answer is not the API's: GET ${ROUTE} finds the object`,
      );
    },
  );
});

describe("an object that this process has just created", () => {
  const create = {
    method: "POST",
    path: { template: "/edges/https/{edge_id}/routes", params: { edge_id: "e" } },
  } as const;
  const put = {
    method: "PUT",
    path: { ...route.path, template: `${route.path.template}/oauth` },
  } as const;

  /** A service that finds its new route after some milliseconds. */
  function lagging(lagMs: number) {
    const service: ReturnType<typeof setUp> = setUp({
      respond: (path) => {
        if (path === "/edges/https/e/routes") return answer(201, { id: "r" });
        return service.clock.now() < lagMs
          ? answer(404, "not found")
          : answer(200, { id: "r", enabled: true });
      },
    });
    return service;
  }

  it.each([
    { title: "is waited for by a module of it", request: put },
    { title: "is waited for by an update of it", request: { ...route, method: "PATCH" } as const },
    { title: "is waited for by a look at it", request: route },
  ])("$title", async ({ request }) => {
    const { send, clock, looks } = lagging(20_000);
    await send(create);
    expect((await send(request))?.status).toBe("fulfilled");
    expect(clock.now()).toBeGreaterThanOrEqual(20_000);
    expect(clock.now()).toBeLessThan(26_000);
    expect(looks()).toEqual([]);
  });

  it("is waited for until the deadline of the operation, and then not taken for missing", async () => {
    const { send, client, clock } = lagging(50_000);
    await send(create);
    const outcome = await send(put, client.begin({ timeoutMs: 9_000 }));
    expect(clock.now()).toBeLessThan(9_000);
    expect(reasonOf(outcome)).toBeInstanceOf(NotYetFoundError);
    expectMessage(
      outcome,
      /^PUT \S+ answered 404, though this run created the object \d+(\.\d)? s before \(gave up after 9 s/,
    );
  });

  it("is waited for until the operation is cancelled", async () => {
    const { send, client, clock } = lagging(50_000);
    await send(create);
    expectMessage(
      await send(put, client.begin({ signal: clock.abortedAt(3_000) })),
      "it was cancelled",
    );
    expect(clock.now()).toBe(3_000);
  });

  it("is missing after a minute, and the error states that this run created it", async () => {
    const { send, clock } = lagging(1_000_000);
    await send(create);
    const outcome = await send(put);
    expect(clock.now()).toBeGreaterThanOrEqual(60_000);
    expect(isNotFound(outcome)).toBe(true);
    expectMessage(outcome, /; this run created the object: run the command again$/);
  });

  it("is not waited for if it may never have been configured, or was deleted since", async () => {
    const { send, clock } = lagging(50_000);
    await send(create);
    expect(await send({ ...put, method: "GET" }).then(isNotFound)).toBe(true);
    expect(clock.now()).toBeLessThan(1_000);
    expect(await send({ ...route, method: "DELETE" }).then(isNotFound)).toBe(true);
  });

  it("is no longer awaited after its deletion", async () => {
    const { send, clock } = setUp({
      respond: (path, attempt) => {
        if (path === "/edges/https/e/routes") return answer(201, { id: "r" });
        return attempt === 2 ? answer(204, "") : answer(404);
      },
    });
    await send(create);
    expect((await send({ ...route, method: "DELETE" }))?.status).toBe("fulfilled");
    expect(await send({ ...route, method: "PATCH" }).then(isNotFound)).toBe(true);
    expect(clock.now()).toBeLessThan(1_000);
  });
});

it("a 404 of something that does not answer the list is not the API's, whatever the API has answered before", async () => {
  let isThere = true;
  const { send } = setUp({
    list: () => (isThere ? LISTED : answer(404)),
    respond: (path) => (path.endsWith("/there") ? answer(200, { id: "there" }) : answer(404)),
  });
  expect(await send().then(isNotFound)).toBe(true);
  expect((await send(get("there")))?.status).toBe("fulfilled");
  isThere = false;
  expectMessage(await send(get("b")), "GET /agent_ingresses/b answered 404, but the answer is not");
});

it("a 404 of something that does not answer the list fails all operations that have asked for it by one request", async () => {
  const { client, clock, looks } = setUp({ list: () => clock.sleep(100).then(() => answer(404)) });
  const outcomes = await clock.settle(["a", "b", "c"].map((id) => client.begin().request(get(id))));
  expect(
    outcomes.map(messageOf).every((text) => text.includes("but the answer is not the API's")),
  ).toBe(true);
  expect(looks().length).toBeLessThanOrEqual(2);
});

it("a 404 of something that does not answer the list does not make an empty answer one with status 404", async () => {
  const { client, clock } = setUp({ list: () => answer(404) });
  const [outcome] = await clock.settle([client.verify("GET /x answered nothing")]);
  expectMessage(outcome, /^GET \/x answered nothing, but the answer is not the API's: http/);
  expect(messageOf(outcome)).not.toContain("404");
});

it.each(advices)(
  "a 404 that cannot be verified because the list answers $status is reported with that",
  async ({ status, advice }) => {
    const outcome = await setUp({ list: () => answer(status) }).send();
    expect(isNotFound(outcome)).toBe(false);
    expectMessage(
      outcome,
      /^GET \S+ answered 404, which could not be verified: GET \/agent_ingresses answered/,
    );
    expectMessage(outcome, `answered ${status}; ${advice}`);
    if (status !== 301) expect(messageOf(outcome)).not.toContain("baseUrl");
  },
);

it.each([
  [new TimeoutError("late"), "late"],
  [
    new NetworkError("no response (ECONNRESET)", { mayBeProcessed: true, canPass: true }),
    "no response (ECONNRESET)",
  ],
])(
  "a 404 that cannot be verified because the list does not answer is reported with that: %s",
  async (error, cause) => {
    const outcome = await setUp({ list: () => Promise.reject(error) }).send();
    expectMessage(
      outcome,
      `could not be verified: GET /agent_ingresses: ${cause} (after 9 attempts`,
    );
    expect(messageOf(outcome)).not.toContain("baseUrl");
  },
);

it("a 404 that cannot be verified because the path does not answer a second GET is reported with that", async () => {
  const outcome = await setUp({ respond: (_, attempt) => answer(attempt === 1 ? 404 : 500) }).send(
    route,
  );
  expectMessage(outcome, `could not be verified: GET ${ROUTE} answered 500`);
});

it("a 404 that cannot be verified ends at the deadline of its operation, and logs its waits there", async () => {
  const { client, clock, logged, log, send } = setUp({
    list: () => answer(503, {}, { "retry-after": "8" }),
  });
  const outcome = await send(get("a"), client.begin({ timeoutMs: 20_000, log }));
  expect(clock.now()).toBe(16_000);
  expectMessage(outcome, "could not be verified: GET /agent_ingresses answered 503;");
  expectMessage(
    outcome,
    "(after 3 attempts; not retried: the next attempt would exceed 20 s (customTimeouts))",
  );
  expect(logged).toContain("info: retrying GET /agent_ingresses in 8 s: the service answered 503");
});

it("a 404 that cannot be verified ends when its operation is cancelled", async () => {
  const { client, clock, send } = setUp({ list: () => answer(503, {}, { "retry-after": "30" }) });
  const outcome = await send(get("a"), client.begin({ signal: clock.abortedAt(7_000) }));
  expect(clock.now()).toBe(7_000);
  expectMessage(
    outcome,
    /could not be verified: GET \/agent_ingresses answered 503.* \(it was cancelled\)$/,
  );
});

it("a 404 that cannot be verified is verified by the next operation, when the list answers", async () => {
  const { send } = setUp({ list: (attempt) => (attempt === 1 ? answer(403) : LISTED) });
  expectMessage(await send(), "could not be verified");
  expect(await send().then(isNotFound)).toBe(true);
});

/** Milliseconds that each response takes. */
const LATENCY_MS = 20;

/** Returns a service without objects, whose responses take time. */
function slowService(list?: Service["list"]) {
  const late = (incoming: TransportResponse | Promise<TransportResponse>) =>
    service.clock.sleep(LATENCY_MS).then(() => incoming);
  const service = setUp({
    list: (attempt) => late(list?.(attempt) ?? LISTED),
    respond: () => late(answer(404, NOT_FOUND)),
  });
  return service;
}

describe("operations that meet a 404", () => {
  it("are answered at once if there was none for a second, and share the next look if there was", async () => {
    const service = slowService();
    const { client, clock, looks } = service;
    await service.send();
    await clock.settle([clock.sleep(10_000)]);
    const from = clock.now();
    const ends: number[] = [];
    const requests = ["a", "b", "c"].map((id) =>
      client.request(get(id)).finally(() => ends.push(clock.now() - from)),
    );
    const outcomes = await clock.settle(requests);
    expect(outcomes.every(isNotFound)).toBe(true);
    expect(ends).toEqual([2 * LATENCY_MS, 1_000 + 2 * LATENCY_MS, 1_000 + 2 * LATENCY_MS]);
    expect(looks().slice(-2)).toEqual([from + LATENCY_MS, from + 1_000 + LATENCY_MS]);
  });

  it("after a look has begun wait for the next one", async () => {
    let isThere = true;
    const service = slowService(() => (isThere ? LISTED : answer(404, "<html>")));
    const { client, clock, looks } = service;
    await service.send();
    await clock.settle([clock.sleep(5_000)]);
    const begunAt = clock.now() + LATENCY_MS;
    clock.at(begunAt + LATENCY_MS / 2, () => {
      isThere = false;
    });
    const late = clock.sleep(LATENCY_MS / 2).then(() => client.request(get("late")));
    const [early, second] = await clock.settle([client.request(get("early")), late]);
    expect(isNotFound(early)).toBe(true);
    expectMessage(
      second,
      "GET /agent_ingresses/late answered 404, but the answer is not the API's",
    );
    expect(looks().slice(-2)).toEqual([begunAt, begunAt + 1_000]);
  });

  it.each(["GET", "DELETE"] as const)(
    "1,000 times cost at most one %s of the list more a second",
    async (method) => {
      const service = slowService();
      // 16 at a time, as the engine has its resources read or deleted.
      const left = Array.from({ length: 1_000 }, (_, index) => `o${index}`);
      const worker = async () => {
        for (let id = left.pop(); id !== undefined; id = left.pop()) {
          const [outcome] = await Promise.allSettled([
            service.client.begin().request({ ...get(id), method }),
          ]);
          expect(isNotFound(outcome)).toBe(true);
        }
      };
      const outcomes = await service.clock.settle(Array.from({ length: 16 }, worker));
      expect(outcomes.map(messageOf).join("")).toBe("");
      const looks = service.looks();
      const gaps = looks.slice(1).map((at, index) => at - (looks[index] ?? 0));
      expect(Math.min(...gaps)).toBeGreaterThanOrEqual(1_000);
      expect(service.sent).toHaveLength(1_000 + looks.length);
    },
  );

  it("do not share the deadline or the cancellation of the operation that asks", async () => {
    const { client, clock } = setUp({
      list: (attempt) => (attempt < 2 ? answer(503, {}, { "retry-after": "10" }) : LISTED),
    });
    const [cancelled, patient] = await clock.settle([
      client.begin({ signal: clock.abortedAt(4_000) }).request(get("a")),
      client.begin().request(get("b")),
    ]);
    expectMessage(cancelled, "it was cancelled");
    expect(isNotFound(patient)).toBe(true);
    expect(clock.now()).toBe(4_000);
  });

  it("wait for the operation that asks no longer than they last themselves", async () => {
    const { client, clock } = setUp({
      list: (attempt) => clock.sleep(attempt === 1 ? 50_000 : 0).then(() => LISTED),
    });
    const ends: number[] = [];
    const ended = () => void ends.push(clock.now());
    const [waiting, late, cancelled] = await clock.settle([
      client.begin().request(get("a")).finally(ended),
      client.begin({ timeoutMs: 6_000 }).request(get("b")).finally(ended),
      client
        .begin({ signal: clock.abortedAt(9_000) })
        .request(get("c"))
        .finally(ended),
    ]);
    expect(isNotFound(waiting)).toBe(true);
    expectMessage(late, "could not be verified: gave up after 6 s (customTimeouts)");
    expectMessage(cancelled, "could not be verified: it was cancelled");
    expect(ends).toEqual([6_000, 9_000, 50_000]);
  });
});
