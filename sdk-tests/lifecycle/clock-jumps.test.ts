import { afterEach, describe, expect, it, vi } from "vitest";
import { OutcomeUnknownError } from "../../src/core/client/errors";
import { eventDestination } from "../../src/core/definitions";
import { collection } from "../../src/core/lifecycle/collection";
import { members } from "../emulator/client";
import { emptyServer } from "../support/empty-server";
import { failureOf } from "../support/in-process-dynamic";
import { json, scriptedServer } from "../support/server";

/**
 * The clock of this machine is set by an hour while a create is under way. The service keeps its own time, which is that of
 * the responses' Date and of `created_at`.
 */

const now = Date.now.bind(Date);

const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;
const PATH = "/event_destinations";
const args = { format: "json", target: { monitoring: { apiKey: "hush", site: "eu" } } };
const body = { format: "json", target: { monitoring: { api_key: "hush", site: "eu" } } };

const server = emptyServer();

afterEach(() => vi.restoreAllMocks());

/** Where the machine's clock is set; the service's runs on. */
function setClock(byMs: number): void {
  vi.spyOn(Date, "now").mockImplementation(() => now() + byMs);
}

/** A relay to the service, which has its own time; its responses to creates are lost, and meanwhile the clock is set. */
async function serviceThatLoses(onLost: () => void) {
  const began = new Date();
  return scriptedServer(async ({ method, url, headers, body: text }, response) => {
    const { authorization = "" } = headers;
    const sent = { method, headers: { authorization, "service-version": "2", "content-type": "application/json" } };
    const answer = await fetch(server.emulator.url + url, method === "GET" ? sent : { ...sent, body: text });
    const received = await answer.json();
    if (method === "POST") {
      onLost();
      response.socket?.resetAndDestroy();
      return;
    }
    response.setHeader("date", began.toUTCString());
    json(response, answer.status, received);
  });
}

/** An object as the create asks for, made half an hour ago by something else. */
async function makeOlder(): Promise<string> {
  const { id } = await members(server.emulator, "POST", PATH, body);
  server.emulator.edit(`${PATH}/${id}`, { created_at: new Date(now() - 30 * MINUTE_MS).toISOString() });
  return String(id);
}

/** Creates through such a relay while the clock is set. */
async function createWhile(setByMs: number) {
  await using service = await serviceThatLoses(() => setClock(setByMs));
  const { begin } = server.virtual({ baseUrl: service.url });
  return await collection(eventDestination).operations.create(begin(), args);
}

describe("a create whose response is lost", () => {
  it.each([
    ["forward", HOUR_MS],
    ["back", -HOUR_MS],
  ])("is found, and not sent again, if the clock is set %s by an hour meanwhile", async (_, byMs) => {
    const { id } = await createWhile(byMs);
    expect(server.ids()).toEqual([id]);
    expect(server.methods().filter((method) => method === "POST")).toHaveLength(1);
  });

  it("does not adopt an object of half an hour ago if the clock is set forward by an hour meanwhile", async () => {
    const olderId = await makeOlder();
    const { id } = await createWhile(HOUR_MS);
    expect(id).not.toBe(olderId);
    expect(server.ids()).toHaveLength(2);
  });

  it("names an object of half an hour ago if its own is not there: the machine may have slept since it made that one", async () => {
    const id = await makeOlder();
    server.emulator.addFault({ method: "POST", status: 500 });
    const error = await failureOf(createWhile(HOUR_MS));
    expect(error).toBeInstanceOf(OutcomeUnknownError);
    expect(error.message).toContain(`it may be one of ${id}; import the one of this resource`);
    expect(server.ids()).toEqual([id]);
  });
});
