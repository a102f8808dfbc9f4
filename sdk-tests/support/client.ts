import { createClient } from "../../src/core/client/client";
import type { Client, ClientOptions } from "../../src/core/client/types";
import * as definitions from "../../src/core/definitions";
import { collectionPath, type Definition, isListed } from "../../src/core/schema/definition";

type StatedOptions = Pick<ClientOptions, "baseUrl"> & Partial<ClientOptions>;

/** The collections of the API that have a list. */
const collections = Object.values<Definition>(definitions)
  .filter(isListed)
  .map(({ path, member }) => ({ path, list: collectionPath(path), member }));

/** The options of a client, with the documented defaults of a provider's settings. */
export const clientOptions = (stated: StatedOptions): ClientOptions => ({
  apiKey: "k",
  apiKeySource: "the test",
  operationTimeoutMs: 300_000,
  maxConcurrency: 10,
  maxRetries: 8,
  collections,
  ...stated,
});

/** A client with such options. */
export const testClient = (stated: StatedOptions): Client => createClient(clientOptions(stated));
