import type { Input } from "@pulumi/pulumi";
import { fields } from "../engine/field";
import { boolean, string } from "../engine/rows";

/** What every module has. */
export interface ModuleArgs {
  /** Whether the module is active. Default: true. Changes in place. */
  enabled?: Input<boolean | undefined>;
}

/** An object of the API by its id and address. */
export interface Ref {
  /** Its unique identifier. */
  id: string;
  /** Where the API has it. */
  uri: string;
}

/** Rows of {@link ModuleArgs}. */
export const module = fields<ModuleArgs>()({ enabled: boolean({ default: true }) });

/** Rows of a {@link Ref}. */
export const ref = fields<Ref>()({ id: string({ required: true }), uri: string({ required: true }) });
