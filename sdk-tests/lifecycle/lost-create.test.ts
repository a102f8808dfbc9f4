import { describe, expect, it } from "vitest";
import * as errors from "../../src/core/client/errors";
import { createTransport, type Transport } from "../../src/core/client/transport";
import type { ClientOptions, OperationOptions } from "../../src/core/client/types";
import { defaultTimeouts } from "../../src/core/client/wait";
import { eventDestination } from "../../src/core/definitions";
import { collection } from "../../src/core/lifecycle/collection";
import type { Fault } from "../../src/emulator";
import { send } from "../emulator/client";
import { emptyServer } from "../support/empty-server";
import { expectFailure } from "../support/failure";
import { failureOf } from "../support/in-process-dynamic";
import {
  abortedDuringWait,
  duringNextWait,
  SharedClock,
  virtualApi,
} from "../support/virtual-time";

const http = (status: number) => new errors.HttpError("POST /x", { status, advice: "" });
const reset = new errors.NetworkError("reset", { mayBeProcessed: true, canPass: true });
const refused = new errors.NetworkError("refused", { mayBeProcessed: false, canPass: true });

/** Returns an API that fails with these errors in turn, and with the last from then on. */
function failing(...failures: readonly Error[]) {
  const remaining = [...failures];
  const transport: Transport = () =>
    Promise.reject(remaining.length > 1 ? remaining.shift() : remaining[0]);
  return virtualApi({ baseUrl: "http://127.0.0.1:1", apiKey: "key", transport });
}

describe("whether a request may have been processed", () => {
  it.each<[boolean, Error]>([
    ...[http(500), http(503), http(408), reset].map((error) => [true, error] as [boolean, Error]),
    [true, new errors.TimeoutError("late")],
    [true, new errors.UnexpectedResponseError("strange")],
    ...[http(499), http(429), http(425), http(302), refused].map(
      (error) => [false, error] as [boolean, Error],
    ),
    [false, new errors.ConfigurationError("no key")],
    [false, new Error("a bug")],
  ])("is %s after %o", (expected, error) => {
    expect(errors.mayHaveBeenProcessed(error)).toBe(expected);
  });

  const path = { template: "/edges/tcp/{id}/backend", params: { id: "edge_1" } };

  it.each<[boolean, string, Error[]]>([
    [true, "refused after it was broken off", [reset, refused]],
    [true, "limited after a failure", [http(503), http(429)]],
    [true, "forbidden after it was late", [new errors.TimeoutError("late"), http(403)]],
    [true, "not found after a failure", [http(500), http(422)]],
    [false, "limited, then refused", [http(429), refused, http(403)]],
  ])("is %s if it is %s", async (expected, _, failures) => {
    const api = failing(...failures).begin();
    const request = api.request({ method: "PUT", path, body: {} });
    await expect(request).rejects.toMatchObject({ mayBeProcessed: expected });
  });

  it("is true if the operation is cancelled while it waits to send it again", async () => {
    const { begin, clock } = failing(http(503));
    const request = begin({ signal: abortedDuringWait(clock) }).request({
      method: "PATCH",
      path,
      body: {},
    });
    await expect(request).rejects.toMatchObject({ mayBeProcessed: true });
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
  const create = (by = api()) => operations().create(by, args);
  /** Returns a client whose POSTs wait for these promises in sequence. */
  const withPosts = (posts: (() => Promise<unknown>)[], options: Partial<ClientOptions> = {}) => {
    const real = createTransport(new URL(server.emulator.url), defaultTimeouts);
    const transport: Transport = async (outgoing, withinMs) => {
      if (outgoing.method === "POST") await posts.shift()?.();
      return real(outgoing, withinMs);
    };
    return virtual({ transport, ...options });
  };
  const late = () => Promise.reject(new errors.TimeoutError("late"));
  const plan = (...faults: readonly Fault[]) =>
    faults.map((fault) => server.emulator.addFault(fault));

  const CONFLICT: Fault = { method: "POST", status: 409 };
  const TWICE = "POST GET GET POST GET";

  it.each<{ title: string; faults: readonly Fault[]; sent: string; waits: number[] }>([
    {
      title: "has its object after it is sent again, since nothing is listed",
      faults: [BROKEN],
      sent: "POST GET GET POST",
      waits: [60_000],
    },
    {
      title: "has its object after the second time, too",
      faults: [BROKEN, LOST],
      sent: TWICE,
      waits: [60_000],
    },
    {
      title: "has its object if it comes when the second attempt is refused",
      faults: [LOST, { ...listing([]), times: 2 }, CONFLICT],
      sent: TWICE,
      waits: [60_000],
    },
    {
      title: "has its object if its answer has no id, and a wrong member",
      faults: [{ ...LOST, status: 200, body: { description: 7 } }],
      sent: "POST GET",
      waits: [],
    },
    {
      title: "has its object although no list could be read at first",
      faults: [LOST, { method: "GET", malformed: true }],
      sent: "POST GET GET",
      waits: [60_000],
    },
  ])("$title", async ({ faults, sent, waits }) => {
    plan(...faults);
    const { begin, clock } = virtual();
    const { id } = await create(begin());
    expect(methods().join(" ")).toBe(sent);
    expect(clock.waits).toEqual(waits);
    expect(ids()).toEqual([id]);
  });

  it.each<{ title: string; faults: readonly Fault[]; sent: string; error: RegExp }>([
    {
      title: "that fails twice is sent twice at most, and its error says what is known",
      faults: [{ ...BROKEN, times: "always" }],
      sent: TWICE,
      error:
        /^OutcomeUnknownError: .* the list does not show it; run the command again, then check for a duplicate/,
    },
    {
      title:
        "that is refused the second time is sent twice at most, and its error says what is known",
      faults: [BROKEN, CONFLICT],
      sent: TWICE,
      error:
        /^OutcomeUnknownError: POST \/event_destinations answered 409.*; whether the object was made is unknown: /,
    },
    {
      title: "whose list cannot be read is sent twice at most, and its error says what is known",
      faults: [BROKEN, { method: "GET", status: 403, times: 2 }],
      sent: "POST GET GET",
      error:
        /^OutcomeUnknownError: .* unknown: the list of objects could not be read; look for it, and import or delete it before you run the command again/,
    },
    {
      title:
        "that is refused the first time is sent twice at most, and its error says what is known",
      faults: [{ method: "POST", status: 403 }],
      sent: "POST",
      error: /^HttpError: POST \S+ answered 403/,
    },
  ])("$title", async ({ faults, sent, error }) => {
    plan(...faults);
    await expectFailure(create(), error);
    expect(methods().join(" ")).toBe(sent);
  });

  it("is not sent again when its object comes late", async () => {
    plan(BROKEN);
    const { begin, clock } = virtual();
    duringNextWait(clock, () => send(server.emulator, "POST", PATH, body));
    const { id } = await create(begin());
    expect(methods()).toEqual(["POST", "GET", "POST", "GET"]);
    expect(ids()).toEqual([id]);
  });

  it("is sent again without that wait when its own time has been waited for", async () => {
    const { begin, clock } = withPosts([late]);
    const { id } = await create(begin());
    expect(methods()).toEqual(["GET", "GET", "POST"]);
    expect(clock.waits).toEqual([]);
    expect(ids()).toEqual([id]);
  });

  it("is not sent again when the operation's time does not suffice for that wait", async () => {
    plan(BROKEN);
    const { begin, clock } = virtual({ operationTimeoutMs: 60_000 });
    await expectFailure(
      create(begin()),
      /^OutcomeUnknownError: .* the list does not show it; run the command again/,
    );
    expect(methods()).toEqual(["POST", "GET"]);
    expect(clock.waits).toEqual([]);
  });

  it("is not sent again when that wait is cancelled, and reports that its outcome is unknown", async () => {
    plan(LOST, { method: "GET", status: 403 });
    const { begin, clock } = virtual();
    await expectFailure(
      create(begin({ signal: abortedDuringWait(clock) })),
      /^OutcomeUnknownError: POST \/event_destinations answered 500.*; whether the object was made is unknown: the wait for it was cancelled; look for it, and import or delete it$/,
    );
    expect(methods()).toEqual(["POST", "GET"]);
  });

  it("fails with the very error of that wait when it fails otherwise", async () => {
    plan(BROKEN);
    const { begin, clock } = virtual();
    const broken = new Error("the clock is broken");
    clock.duringWait = () => Promise.reject(broken);
    await expect(create(begin())).rejects.toBe(broken);
    expect(methods()).toEqual(["POST", "GET"]);
  });

  it("finds its object if the list shows it on two pages", async () => {
    const created = { ...body, id: "evdst_twice", uri: "x", created_at: new Date().toISOString() };
    plan(LOST, listing([created], "/event_destinations?page=2"), listing([created]));
    expect((await create()).id).toBe("evdst_twice");
  });

  it("names all that it may have made", async () => {
    await send(server.emulator, "POST", PATH, body);
    plan(LOST);
    const { message } = await failureOf(create());
    const [newest, oldest] = ids().reverse();
    expect(message).toContain(
      `it may be one of ${newest}, ${oldest}; import the one of this resource or delete those that nothing manages, and run the command again; to import ${newest}, run a command`,
    );
  });

  it.each([
    {
      title: "does not adopt an object that differs in a field",
      members: { description: "other" },
    },
    {
      title: "does not adopt an object that is older",
      members: { created_at: new Date(Date.now() - 10_000).toISOString() },
    },
    { title: "does not adopt an object that has no date", members: { created_at: null } },
  ])("$title", async ({ members }) => {
    await send(server.emulator, "POST", PATH, body);
    server.emulator.edit(server.emulator.objects()[0]?.path ?? "", members);
    plan(LOST);
    const { id } = await create();
    expect(methods()).toEqual(["POST", "POST", "GET"]);
    expect(ids().at(-1)).toBe(id);
  });

  it("judges how old an object is by the service's clock", async () => {
    const hourAgo = new Date(Date.now() - 3_600_000);
    const old = { ...body, id: "evdst_old", uri: "x", created_at: hourAgo.toISOString() };
    plan(BROKEN, { ...listing([old]), headers: { Date: hourAgo.toUTCString() } });
    expect((await create()).id).toBe("evdst_old");
  });

  /** Loses a create after a timeout while another create is under way for 100 s, and returns when and how it ends. */
  async function loseBeside(clock: SharedClock, options: OperationOptions): Promise<unknown> {
    const { begin } = withPosts([late, () => clock.sleep(100_000)], { clock });
    const kind = operations();
    const lost = kind
      .create(begin(options), args)
      .catch((error: Error) => `${clock.now()}: ${error}`);
    const [outcome, other] = await clock.settle([
      lost,
      kind.create(begin(), { ...args, description: "other" }),
    ]);
    expect(other?.status).toBe("fulfilled");
    return outcome?.status === "fulfilled" && outcome.value;
  }

  it("does not wait for other creates longer than its own operation lasts", async () => {
    const lost = await loseBeside(new SharedClock(), { timeoutMs: 30_000 });
    expect(lost).toMatch(/^30000: OutcomeUnknownError: POST \/event_destinations: late/);
  });

  it("ends its wait for other creates when it is cancelled", async () => {
    const clock = new SharedClock();
    expect(await loseBeside(clock, { signal: clock.abortedAt(7_000) })).toMatch(
      /^7000: OutcomeUnknownError: POST \/event_destinations: late; .*: the wait for it was cancelled;/,
    );
  });

  it("may be made again under an id that this process has deleted", async () => {
    const kind = operations();
    const { id } = await kind.create(api(), args);
    await kind.delete(api(), { id, state: {} });
    expect(ids()).toEqual([]);
    plan(BROKEN, listing([{ ...body, id, uri: "x", created_at: new Date().toISOString() }]));
    expect((await kind.create(api(), args)).id).toBe(id);
  });

  it("is not counted among equal creates after its failure is reported", async () => {
    const kind = operations();
    plan(LOST, { method: "GET", status: 403, times: 2 });
    await expectFailure(kind.create(api(), args), /the list of objects could not be read/);
    plan(LOST);
    const { message } = await failureOf(kind.create(api(), args));
    const [first, second] = ids().reverse();
    expect(message).toContain(`it may be one of ${first}, ${second}; import the one`);
  });
});
