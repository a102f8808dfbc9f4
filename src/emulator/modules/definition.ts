import { z } from "@hono/zod-openapi";
import type { OptionValues } from "../options/registry";
import { enabled, idsOf, ref } from "../shapes/members";
import type { ReferenceKind } from "../state/fixtures";
import type { Wire } from "../wire";

/** A traffic module: its write and read shapes, and its defaults. */
export interface ModuleDefinition<Write extends z.ZodObject = z.ZodObject> {
  /** Set if a route's module has a separate path: the name of its read shape in the OpenAPI document. */
  readonly title?: string;
  readonly write: Write;
  readonly read: z.ZodObject;
  /** Documented defaults beyond `enabled`. */
  readonly documented?: (options: OptionValues) => Wire;
  /** Values that a service plausibly sets in addition to the documented defaults. */
  readonly service?: Wire;
  /**
   * Converts the written members to the stored members, in the read shape. Default: the written members.
   * @param owner id of the route or edge that the module belongs to
   */
  toStored?(value: z.output<Write>, owner: string): Wire;
}

type ModuleInput<Write extends z.ZodObject> = Omit<ModuleDefinition<Write>, "read"> & {
  readonly read?: z.ZodObject;
};

/** Defines a module, whose read shape is its write shape if there is no other. */
export function defineModule<Write extends z.ZodObject>(
  input: ModuleInput<Write>,
): ModuleDefinition {
  return { read: input.write, ...input };
}

/** Defines a module that is a list of other objects: their ids in requests, references in responses. */
export function defineListModule(ids: string, kind: ReferenceKind): ModuleDefinition {
  return defineModule({
    write: z.strictObject({ enabled, [ids]: idsOf(kind).nullish() }),
    read: z.strictObject({ enabled, [kind]: z.array(ref(kind)).nullish() }),
    documented: () => ({ [ids]: [] }),
    toStored: ({ [ids]: written, ...rest }) => ({
      ...rest,
      [kind]: (written as readonly string[] | null | undefined)?.map((id) => ({ id })) ?? null,
    }),
  });
}
