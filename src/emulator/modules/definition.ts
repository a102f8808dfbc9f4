import type { z } from "@hono/zod-openapi";
import type { OptionValues } from "../options/registry";
import type { ObjectSchema } from "../shapes/members";
import type { KnownObjects } from "../state/fixtures";
import type { Issue } from "../validation/issue";
import type { Wire } from "../wire";

/** What a module's rules may ask for beyond the written value. */
export interface Rules {
  readonly options: OptionValues;
  readonly known: KnownObjects;
}

/** One traffic module: its write and read shapes, what is filled in, and the rules that its shape cannot state. */
export interface ModuleDefinition {
  /** Name of the read shape in the OpenAPI document; the write shape is this and `Write` when it differs. */
  readonly title: string;
  /** Whether a route's module has a path of its own. */
  readonly isAddressed: boolean;
  readonly write: ObjectSchema;
  readonly read: ObjectSchema;
  /** Documented defaults beyond `enabled`. */
  readonly documented: (options: OptionValues) => Wire;
  /** What a service plausibly fills in beyond the documented defaults. */
  readonly service: Wire;
  /** Rules that depend on the options or on what exists. Members are named relative to the module. */
  readonly check: (value: Wire, rules: Rules) => Issue[];
  /** Turns the written members into those that are stored, in the read shape. */
  readonly toStored: (value: Wire, owner: string) => Wire;
}

interface ModuleInput<W extends ObjectSchema> {
  readonly title: string;
  readonly isAddressed?: true;
  readonly write: W;
  readonly read?: ObjectSchema;
  readonly documented?: (options: OptionValues) => Wire;
  readonly service?: Wire;
  readonly check?: (value: z.output<W>, rules: Rules) => Issue[];
  /** @param owner id of the route or edge that the module belongs to */
  readonly toStored?: (value: z.output<W>, owner: string) => Wire;
}

/** A module whose value has passed its write shape, so that `check` and `toStored` may rely on its type. */
export function defineModule<W extends ObjectSchema>(input: ModuleInput<W>): ModuleDefinition {
  const { check, toStored } = input;
  return {
    title: input.title,
    isAddressed: input.isAddressed === true,
    write: input.write,
    read: input.read ?? input.write,
    documented: input.documented ?? (() => ({})),
    service: input.service ?? {},
    check: (value, rules) => check?.(value as z.output<W>, rules) ?? [],
    toStored: (value, owner) => toStored?.(value as z.output<W>, owner) ?? value,
  };
}
