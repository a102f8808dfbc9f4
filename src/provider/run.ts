import type { Client } from "../client/client";
import { ModuleOwnership } from "../engine/ownership";
import type { RouteDeletion } from "../engine/resource";
import { CheckedArguments } from "./checked-arguments";

/** What one run of the engine makes when it first needs the API. */
export interface Connection {
  readonly client: Client;
  readonly routeDeletion: RouteDeletion;
  readonly apiKey: string;
}

/** What all calls of one run of the engine share. The engine starts a process for each. */
export class Run {
  readonly checked = new CheckedArguments();
  readonly modules = new ModuleOwnership();
  connection: Connection | undefined;
}
