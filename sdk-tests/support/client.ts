import { createClient } from "../../src/core/client/client";
import type { Client, ClientOptions } from "../../src/core/client/types";

type Given = Pick<ClientOptions, "baseUrl"> & Partial<ClientOptions>;

/** The collections of the API that have a list. */
export const COLLECTIONS = [
  { path: "/agent_ingresses/{id}", list: "/agent_ingresses", member: "ingresses" },
  { path: "/event_destinations/{id}", list: "/event_destinations", member: "event_destinations" },
  {
    path: "/ssh_certificate_authorities/{id}",
    list: "/ssh_certificate_authorities",
    member: "ssh_certificate_authorities",
  },
] as const;

/** The options of a client, with the documented defaults of a provider's settings. */
export const clientOptions = (given: Given): ClientOptions => ({
  apiKey: "k",
  apiKeySource: "the test",
  operationTimeoutMs: 300_000,
  maxConcurrency: 10,
  maxRetries: 8,
  collections: COLLECTIONS,
  ...given,
});

/** A client with such options. */
export const testClient = (given: Given): Client => createClient(clientOptions(given));
