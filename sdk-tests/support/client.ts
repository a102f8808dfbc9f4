import { createClient } from "../../src/core/client/client";
import type { Client, ClientOptions } from "../../src/core/client/types";

type Given = Pick<ClientOptions, "baseUrl"> & Partial<ClientOptions>;

const OBJECTS = ["agent_ingresses", "event_destinations", "ssh_certificate_authorities"].map((path) => `/${path}/{id}`);

/** The options of a client, with the documented defaults of a provider's settings. */
export const clientOptions = (given: Given): ClientOptions => ({
  apiKey: "k",
  apiKeySource: "the test",
  operationTimeoutMs: 300_000,
  maxConcurrency: 10,
  maxRetries: 8,
  probe: { path: "/agent_ingresses", member: "ingresses", objects: OBJECTS },
  ...given,
});

/** A client with such options. */
export const testClient = (given: Given): Client => createClient(clientOptions(given));
