// Does with the client alone what the engine asks of a provider, as many requests at a time as the engine.
import { availableParallelism } from "node:os";
import clients from "../../build/core/client/client.js";
import { bodyOf, type DeclaredObject, mix } from "../programs/mix.cjs";
import type { Operation } from "../results.mts";

const [baseUrl = "", apiKey = ""] = process.argv.slice(2);
const client = clients.createClient({
  baseUrl,
  apiKey,
  apiKeySource: "the benchmark",
  operationTimeoutMs: 60_000,
  // The engine's `--parallel`: four for each processor.
  maxConcurrency: 4 * availableParallelism(),
  maxRetries: 0,
  collections: [{ path: "/agent_ingresses/{id}", list: "/agent_ingresses", member: "ingresses" }],
});

let objects: (DeclaredObject & { id?: string })[] = [];

const operations: Record<Operation, (count: number) => Promise<unknown>> = {
  up: (count) => {
    objects = mix(count, "first");
    return forEachObject(async (object) => {
      const request = {
        method: "POST",
        path: { template: object.path },
        body: bodyOf(object),
      } as const;
      object.id = String((await client.request(request))?.id);
    });
  },
  preview: async () => {},
  unchanged: async () => {},
  change: () =>
    forEachObject((object) =>
      client.request({ ...requestFor("PATCH", object), body: { description: "second" } }),
    ),
  refresh: () => forEachObject((object) => client.request(requestFor("GET", object))),
  destroy: () => forEachObject((object) => client.request(requestFor("DELETE", object))),
};

const requestFor = <Method extends string>(
  method: Method,
  { path, id = "" }: (typeof objects)[number],
) => ({
  method,
  path: { template: `${path}/{id}`, params: { id } },
});

const forEachObject = (work: (object: (typeof objects)[number]) => Promise<unknown>) =>
  Promise.all(objects.map(work));

process.on("message", async ({ operation, count }: { operation: Operation; count: number }) => {
  try {
    await operations[operation](count);
    process.send?.({});
  } catch (error) {
    process.send?.({ error: String(error) });
  }
});
