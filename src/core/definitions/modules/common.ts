import type { Input } from "@pulumi/pulumi";
import { items } from "../../schema/field";
import { boolean, string } from "../../schema/rows";

/** What every module has. */
export interface ModuleArgs {
  /** Whether the module is active. Default: true. */
  enabled?: Input<boolean | undefined>;
}

/** An object of the API by its id and address. */
export interface Ref {
  /** Unique identifier. */
  id: string;
  /** URI of the object. */
  uri: string;
}

/** Rows of {@link ModuleArgs}. */
export const moduleFields = items<ModuleArgs>()({ enabled: boolean({ default: true, sentWhenEmpty: true }) });

/** Rows of a {@link Ref}. */
export const ref = items<Ref>()({ id: string({ required: true }), uri: string({ required: true }) });
