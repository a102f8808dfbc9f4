import type { Input } from "@pulumi/pulumi";
import { nested } from "../../schema/field";
import { string } from "../../schema/rows";
import { type ModuleArgs, moduleFields } from "./common";

/** The backend that serves the traffic (API reference: backend). */
export interface BackendArgs extends ModuleArgs {
  /** Id of the backend. Required. */
  backendId: Input<string>;
}

export const backend = nested<BackendArgs>()({
  ...moduleFields,
  backendId: string({ required: true, readFrom: "backend.id" }),
});
