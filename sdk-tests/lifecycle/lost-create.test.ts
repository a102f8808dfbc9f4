import { describe, expect, it } from "vitest";
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
import type { OperationOptions } from "../../src/core/client/types";
import { defaultTimeouts } from "../../src/core/client/wait";
import { eventDestination } from "../../src/core/definitions";
import { collection } from "../../src/core/lifecycle/collection";
import type { Fault } from "../../src/emulator";
import { send } from "../emulator/client";
import { emptyServer } from "../support/empty-server";
import { failureOf } from "../support/in-process-dynamic";
import { SharedClock, virtualApi } from "../support/virtual-time";

const http = (status: number) => new HttpError("POST /x", { status, advice: "" });
const reset = new NetworkError("reset", true, true);
const refused = new NetworkError("refused", false, true);

describe("whether a request may have been processed", () => {
  it.each<[boolean, EdgeIngressError]>([
    [true, http(500)],
    [true, http(503)],
    [true, http(408)],
    [true, reset],
    [true, new TimeoutError("late")],
    [true, new UnexpectedAnswerError("strange")],
    [false, http(499)],
    [false, http(429)],
    [false, http(425)],
    [false, http(302)],
    [false, refused],
    [false, new ConfigurationError("no key")],
  ])("is %s after %o", (expected, error) => {
    expect(mayHaveBeenProcessed(error)).toBe(expected);
  });

  it.each<[boolean, string, EdgeIngressError[]]>([
    [true, "refused after it was broken off", [reset, refused]],
    [true, "limited after a failure", [http(503), http(429)]],
    [true, "forbidden after it was late", [new TimeoutError("late"), http(403)]],
    [true, "not found after a failure", [http(500), http(422)]],
    [false, "limited, then refused", [http(429), refused, http(403)]],
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

const BROKEN: Fault = { method: "POST", status: 500 };
const LOST: Fault = { ...BROKEN, when: "after" };
const listing = (objects: readonly object[], next_page_uri: string | null = null): Fault => ({
  method: "GET",
  status: 200,
  body: { event_destinations: objects, next_page_uri },
});

describe("a create of a collection", () => {
  const PATH = "/event_destinations";
  const args = { format: "json", target: { monitoring: { apiKey: "hush", site: "eu" } } };
  const body = { format: "json", target: { monitoring: { api_key: "hush", site: "eu" } } };

  const server = emptyServer();
  const { virtual, api, methods, ids } = server;
  const operations = () => collection(eventDestination).operations;
  const transport = () => createTransport(new URL(server.emulator.url), defaultTimeouts);
  const plan = (...faults: readonly Fault[]) => faults.map((fault) => server.emulator.addFault(fault));

  it("is sent again after the time in which it may be at work, when nothing is listed", async () => {
    plan(BROKEN);
    const { begin, clock } = virtual();
    const { id } = await operations().create(begin(), args);
    expect(methods()).toEqual(["POST", "GET", "GET", "POST"]);
    expect(clock.waits).toEqual([60_000]);
    expect(ids()).toEqual([id]);
  });

  it.each<[title: string, faults: readonly Fault[], sent: string]>([
    ["after the second time, too", [BROKEN, LOST], "POST GET GET POST GET"],
    [
      "if it comes when the second attempt is refused",
      [LOST, { ...listing([]), times: 2 }, { method: "POST", status: 409 }],
      "POST GET GET POST GET",
    ],
    [
      "if its answer has no id and a member of another type",
      [{ ...LOST, status: 200, body: { format: 7 } }],
      "POST GET",
    ],
    ["although the list could not be read at first", [LOST, { method: "GET", malformed: true }], "POST GET GET"],
  ])("is found %s", async (_, faults, sent) => {
    plan(...faults);
    const { id } = await operations().create(api(), args);
    expect(methods().join(" ")).toBe(sent);
    expect(ids()).toEqual([id]);
  });

  it.each<[title: string, faults: readonly Fault[], sent: string, message: RegExp]>([
    [
      "that fails twice",
      [{ ...BROKEN, times: "always" }],
      "POST GET GET POST GET",
      /the list does not show it; run the command again, then check for a duplicate/,
    ],
    [
      "that is refused the second time",
      [BROKEN, { method: "POST", status: 409 }],
      "POST GET GET POST GET",
      /^POST \/event_destinations answered 409.*; whether the object was made is unknown: /,
    ],
    [
      "whose list cannot be read",
      [BROKEN, { method: "GET", status: 403, times: 2 }],
      "POST GET GET",
      /whether the object was made is unknown: the list of objects could not be read; look for it, and import or delete it before you run the command again/,
    ],
  ])("%s is looked for, is sent twice at most, and its outcome stays unknown", async (_, faults, sent, message) => {
    plan(...faults);
    const error = await failureOf(operations().create(api(), args));
    expect(error).toBeInstanceOf(OutcomeUnknownError);
    expect(error.message).toMatch(message);
    expect(methods().join(" ")).toBe(sent);
  });

  it("is not sent again when its object comes late", async () => {
    plan(BROKEN);
    const { begin, clock } = virtual();
    clock.duringWait = async () => {
      clock.duringWait = undefined;
      await send(server.emulator, "POST", PATH, body);
    };
    const { id } = await operations().create(begin(), args);
    expect(methods()).toEqual(["POST", "GET", "POST", "GET"]);
    expect(ids()).toEqual([id]);
  });

  it("is sent again without that wait when its own time has been waited for", async () => {
    const late = [new TimeoutError("no answer came")];
    const lateTransport: Transport = async (outgoing, withinMs) => {
      if (outgoing.method === "POST" && late.length > 0) throw late.pop();
      return transport()(outgoing, withinMs);
    };
    const { begin, clock } = virtual({ transport: lateTransport });
    const { id } = await operations().create(begin(), args);
    expect(methods()).toEqual(["GET", "GET", "POST"]);
    expect(clock.waits).toEqual([]);
    expect(ids()).toEqual([id]);
  });

  it("is not sent again when the operation's time does not suffice for that wait", async () => {
    plan(BROKEN);
    const { begin, clock } = virtual({ operationTimeoutMs: 60_000 });
    const error = await failureOf(operations().create(begin(), args));
    expect(error).toBeInstanceOf(OutcomeUnknownError);
    expect(error.message).toContain("the list does not show it; run the command again");
    expect(methods()).toEqual(["POST", "GET"]);
    expect(clock.waits).toEqual([]);
  });

  it("is not sent again when that wait is cancelled, which says what is left open", async () => {
    plan(LOST, { method: "GET", status: 403 });
    const { begin, clock } = virtual();
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
    plan(BROKEN);
    const { begin, clock } = virtual();
    const broken = new Error("the clock is broken");
    clock.duringWait = () => Promise.reject(broken);
    expect(await failureOf(operations().create(begin(), args))).toBe(broken);
    expect(methods()).toEqual(["POST", "GET"]);
  });

  it("fails plainly when it is refused the first time", async () => {
    plan({ method: "POST", status: 403 });
    expect(await failureOf(operations().create(api(), args))).toMatchObject({ status: 403 });
    expect(methods()).toEqual(["POST"]);
  });

  it("finds its object if the list shows it on two pages", async () => {
    const made = { ...body, id: "evdst_twice", uri: "x", created_at: new Date().toISOString() };
    plan(LOST, listing([made], "/event_destinations?page=2"), listing([made]));
    expect((await operations().create(api(), args)).id).toBe("evdst_twice");
  });

  it("names all that it may have made", async () => {
    await send(server.emulator, "POST", PATH, body);
    plan(LOST);
    const { message } = await failureOf(operations().create(api(), args));
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
    await send(server.emulator, "POST", PATH, body);
    server.emulator.edit(server.emulator.objects()[0]?.path ?? "", members);
    plan(LOST);
    const { id } = await operations().create(api(), args);
    expect(methods()).toEqual(["POST", "POST", "GET"]);
    expect(ids().at(-1)).toBe(id);
  });

  it("judges how old an object is by the service's clock", async () => {
    const hourAgo = new Date(Date.now() - 3_600_000);
    const old = { ...body, id: "evdst_old", uri: "x", created_at: hourAgo.toISOString() };
    plan(BROKEN, { ...listing([old]), headers: { Date: hourAgo.toUTCString() } });
    expect((await operations().create(api(), args)).id).toBe("evdst_old");
  });

  /** Loses one create after a time-out while another one is under way for 100 s. */
  async function loseBeside(clock: SharedClock, options: OperationOptions) {
    const posts = [() => Promise.reject(new TimeoutError("late")), () => clock.sleep(100_000)];
    const slowTransport: Transport = async (outgoing, withinMs) => {
      if (outgoing.method === "POST") await posts.shift()?.();
      return transport()(outgoing, withinMs);
    };
    const { begin } = virtual({ transport: slowTransport, clock });
    const { create } = operations();
    const lost = create(begin(options), args).catch((error: Error) => `${clock.now()}: ${error}`);
    const [outcome, other] = await clock.settle([lost, create(begin(), { ...args, description: "other" })]);
    expect(other?.status).toBe("fulfilled");
    return outcome;
  }

  it("does not wait for other creates longer than its own operation lasts", async () => {
    expect(await loseBeside(new SharedClock(), { timeoutMs: 30_000 })).toMatchObject({
      value: expect.stringContaining("30000: OutcomeUnknownError: POST /event_destinations: late"),
    });
  });

  it("ends its wait for other creates when it is cancelled", async () => {
    const clock = new SharedClock();
    const controller = new AbortController();
    clock.at(7_000, () => controller.abort());
    expect(await loseBeside(clock, { signal: controller.signal })).toMatchObject({
      value: expect.stringMatching(
        /^7000: OutcomeUnknownError: POST \/event_destinations: late; .*: the wait for it was cancelled;/,
      ),
    });
  });

  it("may be made again under an id that this process has deleted", async () => {
    const { create, delete: remove } = operations();
    const { id } = await create(api(), args);
    await remove(api(), { id, state: {} });
    expect(ids()).toEqual([]);
    plan(BROKEN, listing([{ ...body, id, uri: "x", created_at: new Date().toISOString() }]));
    expect((await create(api(), args)).id).toBe(id);
  });
});
