import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import {
  ConfigurationError,
  type EdgeIngressError,
  HttpError,
  mayHaveBeenProcessed,
  NetworkError,
  OutcomeUnknownError,
  TimeoutError,
  UnexpectedAnswerError,
} from "../../src/core/client/errors";
import { createTransport, type Transport } from "../../src/core/client/transport";
import { defaultTimeouts } from "../../src/core/client/wait";
import { eventDestination } from "../../src/core/definitions";
import { collection } from "../../src/core/lifecycle/collection";
import { type Emulator, startEmulator } from "../../src/emulator";
import { send } from "../emulator/client";
import { failureOf } from "../support/in-process-dynamic";
import { SharedClock, virtualApi } from "../support/virtual-time";

const http = (status: number) => new HttpError("POST /x", { status, advice: "" });

describe("whether a request may have been processed", () => {
  it.each<[boolean, EdgeIngressError]>([
    [true, http(500)],
    [true, http(503)],
    [true, http(408)],
    [true, new NetworkError("reset", true, true)],
    [true, new TimeoutError("late")],
    [true, new UnexpectedAnswerError("strange")],
    [false, http(499)],
    [false, http(429)],
    [false, http(425)],
    [false, http(302)],
    [false, new NetworkError("refused", false, true)],
    [false, new ConfigurationError("no key")],
  ])("is %s after %o", (expected, error) => {
    expect(mayHaveBeenProcessed(error)).toBe(expected);
  });

  it.each<[boolean, string, EdgeIngressError[]]>([
    [
      true,
      "refused after it was broken off",
      [new NetworkError("reset", true, true), new NetworkError("refused", false, true)],
    ],
    [true, "limited after a failure", [http(503), http(429)]],
    [true, "forbidden after it was late", [new TimeoutError("late"), http(403)]],
    [true, "not found after a failure", [http(500), http(422)]],
    [false, "limited, then refused", [http(429), new NetworkError("refused", false, true), http(403)]],
  ])("is %s if it is %s", async (expected, _, errors) => {
    const left = [...errors];
    const transport: Transport = () => Promise.reject(left.length > 1 ? left.shift() : left[0]);
    const api = virtualApi({ baseUrl: "http://127.0.0.1:1", apiKey: "key", transport }).begin();
    const path = { template: "/edges/tcp/{id}/backend", params: { id: "edge_1" } };
    const error = await failureOf(api.request({ method: "PUT", path, body: {} }));
    expect(mayHaveBeenProcessed(error)).toBe(expected);
  });

  it("is true if the operation is cancelled while it waits to send it again", async () => {
    const cancellation = new AbortController();
    const transport: Transport = () => Promise.reject(http(503));
    const virtual = virtualApi({ baseUrl: "http://127.0.0.1:1", apiKey: "key", transport });
    virtual.clock.duringWait = async () => cancellation.abort();
    const api = virtual.begin({ signal: cancellation.signal });
    const error = await failureOf(api.request({ method: "PATCH", path: { template: "/x" }, body: {} }));
    expect(mayHaveBeenProcessed(error)).toBe(true);
  });

  it("is false after an error of another kind", () => {
    expect(mayHaveBeenProcessed(new Error("a bug"))).toBe(false);
  });
});

describe("a create of a collection", () => {
  const PATH = "/event_destinations";
  const args = { format: "json", target: { monitoring: { apiKey: "hush", site: "eu" } } };
  const body = { format: "json", target: { monitoring: { api_key: "hush", site: "eu" } } };

  let emulator: Emulator;

  beforeAll(async () => {
    emulator = await startEmulator();
  });

  beforeEach(() => emulator.reset());

  afterAll(() => emulator.close());

  const operations = () => collection(eventDestination).operations;
  const setUp = () => virtualApi({ baseUrl: emulator.url, apiKey: emulator.apiKey });
  const methods = () => emulator.requests().map(({ method }) => method);
  const ids = () => emulator.objects().map(({ body: { id } }) => id);

  it("is sent again after the time in which it may be at work, when nothing is listed", async () => {
    emulator.addFault({ method: "POST", status: 500 });
    const { begin, clock } = setUp();
    const { id } = await operations().create(begin(), args);
    expect(methods()).toEqual(["POST", "GET", "GET", "POST"]);
    expect(clock.waits).toEqual([60_000]);
    expect(ids()).toEqual([id]);
  });

  it("is not sent again when its object comes late", async () => {
    emulator.addFault({ method: "POST", status: 500 });
    const { begin, clock } = setUp();
    clock.duringWait = async () => {
      clock.duringWait = undefined;
      await send(emulator, "POST", PATH, body);
    };
    const { id } = await operations().create(begin(), args);
    expect(methods()).toEqual(["POST", "GET", "POST", "GET"]);
    expect(ids()).toEqual([id]);
  });

  it("is sent again without that wait when its own time has been waited for", async () => {
    const real = createTransport(new URL(emulator.url), defaultTimeouts);
    const late = [new TimeoutError("no answer came")];
    const transport: Transport = async (outgoing, withinMs) => {
      if (outgoing.method === "POST" && late.length > 0) throw late.pop();
      return real(outgoing, withinMs);
    };
    const { begin, clock } = virtualApi({ baseUrl: emulator.url, apiKey: emulator.apiKey, transport });
    const { id } = await operations().create(begin(), args);
    expect(methods()).toEqual(["GET", "GET", "POST"]);
    expect(clock.waits).toEqual([]);
    expect(ids()).toEqual([id]);
  });

  it("is not sent again when the operation's time does not suffice for that wait", async () => {
    emulator.addFault({ method: "POST", status: 500 });
    const { begin, clock } = virtualApi({ baseUrl: emulator.url, apiKey: emulator.apiKey, operationTimeoutMs: 60_000 });
    const error = await failureOf(operations().create(begin(), args));
    expect(error).toBeInstanceOf(OutcomeUnknownError);
    expect(error.message).toContain("the list does not show it; run the command again");
    expect(methods()).toEqual(["POST", "GET"]);
    expect(clock.waits).toEqual([]);
  });

  it("is not sent again when that wait is cancelled, which says what is left open", async () => {
    emulator.addFault({ method: "POST", status: 500, when: "after" });
    emulator.addFault({ method: "GET", status: 403 });
    const { begin, clock } = setUp();
    const controller = new AbortController();
    clock.duringWait = async () => controller.abort();
    const error = await failureOf(operations().create(begin({ signal: controller.signal }), args));
    expect(error).toBeInstanceOf(OutcomeUnknownError);
    expect(error.message).toMatch(
      /^POST \/event_destinations answered 500.*; whether the object was made is unknown: the wait for it was cancelled; look for it, and import or delete it$/,
    );
    expect(methods()).toEqual(["POST", "GET"]);
  });

  it("fails with the very error of that wait when it fails otherwise", async () => {
    emulator.addFault({ method: "POST", status: 500 });
    const { begin, clock } = setUp();
    const broken = new Error("the clock is broken");
    clock.duringWait = () => Promise.reject(broken);
    expect(await failureOf(operations().create(begin(), args))).toBe(broken);
    expect(methods()).toEqual(["POST", "GET"]);
  });

  it("is sent twice at most", async () => {
    emulator.addFault({ method: "POST", status: 500, times: "always" });
    const error = await failureOf(operations().create(setUp().begin(), args));
    expect(error).toBeInstanceOf(OutcomeUnknownError);
    expect(error.message).toContain("the list does not show it; run the command again, then check for a duplicate");
    expect(methods()).toEqual(["POST", "GET", "GET", "POST", "GET"]);
  });

  it("is found after the second time, too", async () => {
    emulator.addFault({ method: "POST", status: 500 });
    emulator.addFault({ method: "POST", status: 500, when: "after" });
    const { id } = await operations().create(setUp().begin(), args);
    expect(methods()).toEqual(["POST", "GET", "GET", "POST", "GET"]);
    expect(ids()).toEqual([id]);
  });

  it("that is refused the second time is looked for once more, and its outcome stays unknown", async () => {
    emulator.addFault({ method: "POST", status: 500 });
    emulator.addFault({ method: "POST", status: 409 });
    const error = await failureOf(operations().create(setUp().begin(), args));
    expect(error).toBeInstanceOf(OutcomeUnknownError);
    expect(error.message).toMatch(
      /^POST \/event_destinations answered 409.*; whether the object was made is unknown: /,
    );
    expect(methods()).toEqual(["POST", "GET", "GET", "POST", "GET"]);
  });

  it("that comes when the second attempt is refused is found", async () => {
    emulator.addFault({ method: "POST", status: 500, when: "after" });
    const hidden = { event_destinations: [], next_page_uri: null };
    emulator.addFault({ method: "GET", status: 200, body: hidden, times: 2 });
    emulator.addFault({ method: "POST", status: 409 });
    const { id } = await operations().create(setUp().begin(), args);
    expect(ids()).toEqual([id]);
  });

  it("fails plainly when it is refused the first time", async () => {
    emulator.addFault({ method: "POST", status: 403 });
    expect(await failureOf(operations().create(setUp().begin(), args))).toMatchObject({ status: 403 });
    expect(methods()).toEqual(["POST"]);
  });

  it("is looked for if its answer has no id and a member of another type", async () => {
    emulator.addFault({ method: "POST", when: "after", status: 200, body: { format: 7 } });
    const { id } = await operations().create(setUp().begin(), args);
    expect(methods()).toEqual(["POST", "GET"]);
    expect(ids()).toEqual([id]);
  });

  it("finds its object if the list shows it on two pages", async () => {
    emulator.addFault({ method: "POST", when: "after", status: 500 });
    const { begin } = setUp();
    const made = { ...body, id: "evdst_twice", uri: "x", created_at: new Date().toISOString() };
    const next_page_uri = "/event_destinations?page=2";
    emulator.addFault({ method: "GET", status: 200, body: { event_destinations: [made], next_page_uri } });
    emulator.addFault({ method: "GET", status: 200, body: { event_destinations: [made], next_page_uri: null } });
    expect((await operations().create(begin(), args)).id).toBe("evdst_twice");
  });

  it("says that the list cannot be read", async () => {
    emulator.addFault({ method: "POST", status: 500 });
    emulator.addFault({ method: "GET", status: 403, times: 2 });
    const error = await failureOf(operations().create(setUp().begin(), args));
    expect(error).toBeInstanceOf(OutcomeUnknownError);
    expect(error.message).toContain(
      "whether the object was made is unknown: the list of objects could not be read; look for it, and import or delete it before you run the command again",
    );
  });

  it("is found although the list could not be read at first", async () => {
    emulator.addFault({ method: "POST", when: "after", status: 500 });
    emulator.addFault({ method: "GET", malformed: true });
    const { id } = await operations().create(setUp().begin(), args);
    expect(methods()).toEqual(["POST", "GET", "GET"]);
    expect(ids()).toEqual([id]);
  });

  it("names all that it may have made", async () => {
    await send(emulator, "POST", PATH, body);
    emulator.addFault({ method: "POST", when: "after", status: 500 });
    const { message } = await failureOf(operations().create(setUp().begin(), args));
    const [one, other] = ids().reverse();
    expect(message).toContain(
      `it may be one of ${one}, ${other}; import the one of this resource or delete those that nothing manages, and run the command again; to import ${one}, run a command`,
    );
  });

  it.each([
    ["differs in a field", { description: "other" }],
    ["is older", { created_at: new Date(Date.now() - 10_000).toISOString() }],
    ["has no date", { created_at: null }],
  ])("takes no object for its own that %s", async (_, members) => {
    await send(emulator, "POST", PATH, body);
    emulator.edit(emulator.objects()[0]?.path ?? "", members);
    emulator.addFault({ method: "POST", when: "after", status: 500 });
    const { id } = await operations().create(setUp().begin(), args);
    expect(methods()).toEqual(["POST", "POST", "GET"]);
    expect(emulator.objects().at(-1)?.body.id).toBe(id);
  });

  it("judges how old an object is by the service's clock", async () => {
    const headers = { Date: new Date(Date.now() - 3_600_000).toUTCString() };
    const { begin } = setUp();
    const old = { ...body, id: "evdst_old", uri: "x", created_at: new Date(Date.now() - 3_600_000).toISOString() };
    emulator.addFault({ method: "POST", status: 500 });
    emulator.addFault({
      method: "GET",
      headers,
      status: 200,
      body: { event_destinations: [old], next_page_uri: null },
    });
    expect((await operations().create(begin(), args)).id).toBe("evdst_old");
  });

  it("does not wait for other creates longer than its own operation lasts", async () => {
    const clock = new SharedClock();
    const real = createTransport(new URL(emulator.url), defaultTimeouts);
    let isFirst = true;
    const transport: Transport = async (outgoing, withinMs) => {
      if (outgoing.method !== "POST") return real(outgoing, withinMs);
      if (isFirst) {
        isFirst = false;
        throw new TimeoutError("late");
      }
      await clock.sleep(100_000);
      return real(outgoing, withinMs);
    };
    const { begin } = virtualApi({ baseUrl: emulator.url, apiKey: emulator.apiKey, transport, clock });
    const { create } = operations();
    const ends: number[] = [];
    const lost = create(begin({ timeoutMs: 30_000 }), args).finally(() => ends.push(clock.now()));
    const [outcome, other] = await clock.settle([lost, create(begin(), { ...args, description: "other" })]);
    expect(String(outcome?.status === "rejected" && outcome.reason)).toContain(
      "OutcomeUnknownError: POST /event_destinations: late",
    );
    expect(ends).toEqual([30_000]);
    expect(other?.status).toBe("fulfilled");
  });

  it("ends its wait for other creates when it is cancelled", async () => {
    const clock = new SharedClock();
    const real = createTransport(new URL(emulator.url), defaultTimeouts);
    const posts = [() => Promise.reject(new TimeoutError("late")), () => clock.sleep(100_000)];
    const transport: Transport = async (outgoing, withinMs) => {
      if (outgoing.method === "POST") await posts.shift()?.();
      return real(outgoing, withinMs);
    };
    const { begin } = virtualApi({ baseUrl: emulator.url, apiKey: emulator.apiKey, transport, clock });
    const { create } = operations();
    const controller = new AbortController();
    clock.at(7_000, () => controller.abort());
    const lost = create(begin({ signal: controller.signal }), args).catch(
      ({ message }) => `${clock.now()}: ${message}`,
    );
    const [outcome] = await clock.settle([lost, create(begin(), { ...args, description: "other" })]);
    expect(outcome).toMatchObject({
      value: expect.stringMatching(/^7000: POST \/event_destinations: late; .*: the wait for it was cancelled;/),
    });
  });

  it("may be made again under an id that this process has deleted", async () => {
    const { create, delete: remove } = operations();
    const { begin } = setUp();
    const { id } = await create(begin(), args);
    await remove(begin(), { id, state: {} });
    expect(ids()).toEqual([]);
    const again = { ...body, id, uri: "x", created_at: new Date().toISOString() };
    emulator.addFault({ method: "POST", status: 500 });
    emulator.addFault({ method: "GET", status: 200, body: { event_destinations: [again], next_page_uri: null } });
    expect((await create(begin(), args)).id).toBe(id);
  });
});
