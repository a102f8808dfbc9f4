import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { OutcomeUnknownError, TimeoutError } from "../../src/core/client/errors";
import type { ApiRequest } from "../../src/core/client/types";
import { eventDestination, sshCertificateAuthority } from "../../src/core/definitions";
import { beginCreate, requestCreate } from "../../src/core/lifecycle/created-object";
import { Creates } from "../../src/core/lifecycle/creates";
import type { Api } from "../../src/core/lifecycle/resource";
import { resolveUnknownOutcome } from "../../src/core/lifecycle/unknown-outcome";
import type { ListedDefinition } from "../../src/core/schema/definition";
import type { Values } from "../../src/core/schema/values";

/** Tests of the objects that a create adopts, to the millisecond: the clocks of the machine do not move. */

const NOW = Date.parse("2026-03-01T12:00:00Z");
const TOLERANCE_MS = 2_000;
const DAY_MS = 24 * 3_600_000;
const AS_ASKED = { format: "json", target: { monitoring: { api_key: "hush", site: "eu" } } };
const args = { format: "json", target: { monitoring: { apiKey: "hush", site: "eu" } } };

beforeEach(() => vi.useFakeTimers({ toFake: ["Date", "performance"], now: NOW }));
afterEach(() => vi.useRealTimers());

/** Returns an API that responds to each request with this function. */
const answering = (answer: (request: ApiRequest) => object): Api =>
  ({
    request: async (request: ApiRequest) => answer(request),
    skewMs: () => 0,
    waitFor: (promise: Promise<unknown>) => promise,
    waitForProcessingToEnd: async () => true,
    requireOwned: () => undefined,
    howToImport: (id: string) => `to import ${id}, run a command`,
  }) as unknown as Api;

const object = (id: string, createdAtMs: number, members: object = {}) => ({
  id,
  uri: "x",
  created_at: new Date(createdAtMs).toISOString(),
  ...members,
});

/** Returns the id of the adopted object, or the message if there is none. */
const idOf = (creation: Promise<{ readonly id: string }>): Promise<string> =>
  creation.then(
    ({ id }) => id,
    ({ message }: Error) => message,
  );

describe("the object that answers a create", () => {
  const created = async (definition: ListedDefinition, inputs: Values, body: object) => {
    const api = answering(() => body);
    return idOf(requestCreate(api, definition, beginCreate(definition, inputs)));
  };
  const REFUSED = "POST /event_destinations: the answer is about another object";
  const destination = (ageMs: number, members: object = AS_ASKED) =>
    created(eventDestination, args, object("evdst_1", NOW - ageMs, members));

  it("is new within the tolerance of clocks, whatever it is like", async () => {
    const other = { ...AS_ASKED, format: "ecs" };
    expect(await destination(TOLERANCE_MS, other)).toBe("evdst_1");
    expect(await destination(TOLERANCE_MS + 1, other)).toBe(REFUSED);
  });

  it("is new at any time if it is as asked", async () => {
    expect(await destination(TOLERANCE_MS + 1)).toBe("evdst_1");
    expect(await destination(2 * DAY_MS)).toBe("evdst_1");
  });

  it.each([
    { shown: "no id", body: { description: 7 } },
    { shown: "an id that is not well-formed", body: { id: "../x", description: 7 } },
  ])("is unknown if the response has a member of another type and $shown", async ({ body }) => {
    expect(await created(eventDestination, args, body)).toBe(
      "POST /event_destinations: the answer has no well-formed id",
    );
  });

  it.each([{}, { privateKeyType: "rsa" }])(
    "is new for a day if no answer shows anything of %j",
    async (inputs) => {
      const authority = (ageMs: number) =>
        created(
          sshCertificateAuthority,
          inputs,
          object("sshca_1", NOW - ageMs, { public_key: "x", key_type: "rsa" }),
        );
      expect(await authority(DAY_MS)).toBe("sshca_1");
      expect(await authority(DAY_MS + 1)).toContain("the answer is about another object");
    },
  );
});

describe("the object of a create whose answer is lost", () => {
  const lost = new OutcomeUnknownError("the answer is lost");
  const lose = () => Promise.reject(lost);

  /** Starts creates that lose their responses at once, and again; then moves the clocks, and looks for the objects. */
  async function found(
    listed: readonly object[],
    { wallMs = 0, steadyMs = 0, others = 0, list = () => listed } = {},
  ) {
    const creates = new Creates("/event_destinations");
    const begin = () => beginCreate(eventDestination, args);
    const create = begin();
    for (const lostCreate of [create, ...Array.from({ length: others }, begin)])
      await creates.send(lostCreate, undefined, lose).catch(() => 0);
    vi.advanceTimersByTime(steadyMs);
    vi.setSystemTime(NOW + wallMs);
    const api = answering(() => ({ event_destinations: list(), next_page_uri: null }));
    const send = () => creates.send(create, undefined, lose);
    const unknown = { definition: eventDestination, creates, create, send };
    return idOf(resolveUnknownOutcome(api, unknown, lost));
  }
  const destination = (id: string, ageMs: number) => object(id, NOW - ageMs, AS_ASKED);
  const NOT_SHOWN = expect.stringContaining("the list does not show it; run the command again");

  it("is one that was made since, within the tolerance of clocks", async () => {
    expect(await found([destination("evdst_1", TOLERANCE_MS)])).toBe("evdst_1");
    expect(await found([destination("evdst_1", TOLERANCE_MS + 1)])).toEqual(NOT_SHOWN);
  });

  it("is one that was made while time has passed", async () => {
    const passed = { wallMs: 10_000, steadyMs: 10_000 };
    expect(await found([destination("evdst_1", -1_000)], passed)).toBe("evdst_1");
  });

  it("may be one that was made before the clock was set forward", async () => {
    const setForward = { wallMs: 3_600_000 };
    const maybe =
      "it may be one of evdst_1; import the one of this resource or delete those that nothing manages";
    expect(await found([destination("evdst_1", TOLERANCE_MS)], setForward)).toContain(maybe);
    expect(await found([destination("evdst_1", TOLERANCE_MS + 1)], setForward)).toEqual(NOT_SHOWN);
  });

  it("is any of as many as equal creates, or fewer", async () => {
    const two = [destination("evdst_1", 0), destination("evdst_2", 0)];
    expect(await found(two, { others: 2 })).toBe("evdst_1");
    expect(await found(two)).toBe(
      "the answer is lost; whether the object was made is unknown: it may be one of evdst_1, evdst_2; " +
        "import the one of this resource or delete those that nothing manages, and run the command again; to import evdst_1, run a command",
    );
  });

  it("is unknown if other creates have no response in time, which the error names with the next step", async () => {
    const creates = new Creates("/event_destinations");
    const create = beginCreate(eventDestination, args);
    await creates.send(create, undefined, lose).catch(() => 0);
    void creates.send(beginCreate(eventDestination, args), undefined, () => new Promise(() => 0));
    const api = {
      ...answering(() => ({ event_destinations: [], next_page_uri: null })),
      waitFor: () => Promise.reject(new TimeoutError("gave up after 300 s")),
    };
    const unknown = { definition: eventDestination, creates, create, send: lose };
    expect(await idOf(resolveUnknownOutcome(api, unknown, lost))).toBe(
      "the answer is lost; whether the object was made is unknown: the list of objects does not show it, because " +
        "other creates in the same collection had no response by then; look for it, and import or delete it before you " +
        "run the command again",
    );
  });

  it("is unknown if the list cannot be read after the last attempt", async () => {
    let reads = 0;
    const list = () => {
      if (++reads === 3) throw new Error("refused");
      return [];
    };
    expect(await found([], { list })).toContain(
      "the list of objects could not be read; look for it",
    );
  });
});
