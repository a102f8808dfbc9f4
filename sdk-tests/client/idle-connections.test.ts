import { createServer, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, it } from "vitest";
import { eventDestination } from "../../src/core/definitions";
import { collection } from "../../src/core/lifecycle/collection";
import { ifFound } from "../../src/core/lifecycle/requests";
import { startEmulator } from "../../src/emulator";
import { listening, portOf, relay } from "../support/secure";
import { virtualApi } from "../support/virtual-time";

const LIVES = 150;
/** The server ends a connection up to so long after a response. */
const IDLE_MS = 3;
/** So many writes after it has ended a connection, it ends none: a create that is lost twice has an unknown outcome. */
const SPARED = 6;
const args = { format: "json", target: { monitoring: { apiKey: "hush", site: "eu" } } };

it.each([
  {
    title: "nothing is lost or made twice if the server closes idle connections as requests go out",
    end: (socket: Socket) => void socket.end(),
  },
  {
    title: "nothing is lost or made twice if the server resets idle connections as requests go out",
    end: (socket: Socket) => void socket.resetAndDestroy(),
  },
])("$title", async ({ end }) => {
  await using emulator = await startEmulator();
  let ended = 0;
  let spared = 0;
  const server = createServer((client) => {
    const write = client.write.bind(client);
    // A connection that is idle as the provider sees it: the response has been written.
    client.write = ((...written: Parameters<typeof write>) => {
      if (spared-- > 0) return write(...written);
      setTimeout(() => {
        if (!client.destroyed) ended++;
        spared = SPARED;
        end(client);
      }, Math.random() * IDLE_MS);
      return write(...written);
    }) as typeof client.write;
    relay(client, portOf(emulator.url));
  });
  await using gateway = await listening(server);
  const { begin } = virtualApi({
    baseUrl: `http://127.0.0.1:${gateway.port}`,
    apiKey: emulator.apiKey,
  });
  const { create, read, update, delete: remove } = collection(eventDestination).operations;
  for (let life = 0; life < LIVES; life++) {
    const { id } = await create(begin(), args);
    const state = { id, state: args };
    await sleep(Math.random() * IDLE_MS);
    expect(emulator.objects().map(({ body }) => body.id)).toEqual([id]);
    await update(begin(), state, { ...args, description: `life ${life}` }, ["description"]);
    await sleep(Math.random() * IDLE_MS);
    expect(await read(begin(), state)).toMatchObject({ description: `life ${life}` });
    await sleep(Math.random() * IDLE_MS);
    // The service may have carried out an earlier attempt.
    await ifFound(remove(begin(), state));
    expect(emulator.objects()).toEqual([]);
  }
  expect(ended).toBeGreaterThan(LIVES / 5);
});
