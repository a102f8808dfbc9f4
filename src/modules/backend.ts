import type { Input } from "@pulumi/pulumi";
import { fields } from "../engine/field";
import { string } from "../engine/rows";
import { type ModuleArgs, module } from "./common";

/** The backend that serves the traffic (API reference: backend). */
export interface BackendArgs extends ModuleArgs {
  /** Id of the backend. Required. Changes in place. */
  backendId: Input<string>;
}

export const backend = fields<BackendArgs>()({
  ...module,
  backendId: string({ required: true, readFrom: "backend.id" }),
});
