import { z } from "@hono/zod-openapi";
import { parsed } from "./validation/issues";
import { matchesTemplate } from "./wire";

/**
 * A fault in the responses to one or more requests. At least one of the members from `status` on describes the fault.
 * The members combine, for example a `status` that comes after `delayMs`.
 */
export interface Fault {
  /** HTTP method, in any case; every method when absent. */
  readonly method?: string | undefined;
  /** Exact path, or a template such as `/agent_ingresses/{id}`; every path when absent. */
  readonly path?: string | undefined;
  /** Number of matching requests that fail, or `"always"`. Default 1. */
  readonly times?: number | "always" | undefined;
  /** Number of matching requests that pass before the first failure. Default 0. */
  readonly after?: number | undefined;
  /**
   * `before`: the operation is skipped. `after`: the operation is applied and its response changed. Default `before`.
   */
  readonly when?: "before" | "after" | undefined;
  /**
   * Status of the response. Default: with `after` that of the operation, and with `before` 200 or, if no other member
   * describes the response, 503.
   */
  readonly status?: number | undefined;
  /** Headers of the response, for example `Retry-After`. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Body of the response: a string is sent unchanged, any other value as JSON. */
  readonly body?: unknown;
  /** Default `application/json`. */
  readonly contentType?: string | undefined;
  /** Responds with text that claims to be JSON and is not. */
  readonly malformed?: true | undefined;
  /** Delay in milliseconds, at most 2,147,483,647. Without other members, the request is only slowed down. */
  readonly delayMs?: number | undefined;
}

/** A fault with its defaults. */
export type PlannedFault = Fault & {
  readonly [Name in "times" | "after" | "when"]: NonNullable<Fault[Name]>;
};

/** The longest delay of a timer of Node.js; a longer delay would end at once. */
const MAX_DELAY_MS = 2 ** 31 - 1;

const actions = ["status", "body", "malformed", "delayMs"] as const;

const headerValue = z.string().regex(/^[\t\u0020-\u007e]*$/);

const faultSchema = z
  .strictObject({
    method: z.string().min(1).optional(),
    path: z.string().startsWith("/").optional(),
    times: z.union([z.int().min(1), z.literal("always")]).default(1),
    after: z.int().min(0).default(0),
    when: z.enum(["before", "after"]).default("before"),
    status: z.int().min(200).max(599).optional(),
    headers: z.record(z.string().regex(/^[\w!#$%&'*+.^`|~-]+$/), headerValue).optional(),
    body: z.unknown().optional(),
    contentType: headerValue.optional(),
    malformed: z.literal(true).optional(),
    delayMs: z.int().min(0).max(MAX_DELAY_MS).optional(),
  })
  .refine(
    (fault) => actions.some((action) => fault[action] !== undefined),
    `needs one of ${actions.join(", ")}`,
  ) satisfies z.ZodType<PlannedFault>;

/** A fault that is in force, with the number of requests that matched it and that it failed. */
export interface FaultState {
  readonly fault: PlannedFault;
  readonly matched: number;
  readonly struck: number;
}

/** The faults in force. A request gets the first fault that matches and is due. */
export class FaultPlan {
  #entries: { readonly fault: PlannedFault; matched: number; struck: number }[] = [];

  /** @throws an Error that names each wrong member */
  add(input: unknown): void {
    this.#entries.push({ fault: parsed(faultSchema, input, "fault"), matched: 0, struck: 0 });
  }

  clear(): void {
    this.#entries = [];
  }

  list(): FaultState[] {
    return this.#entries.map((entry) => ({ ...entry }));
  }

  /** Returns the fault for this request, and counts it. */
  take(method: string, path: string): PlannedFault | undefined {
    for (const entry of this.#entries.filter(({ fault }) => applies(fault, method, path))) {
      entry.matched += 1;
      const { times, after } = entry.fault;
      if (entry.matched <= after || (times !== "always" && entry.struck >= times)) continue;
      entry.struck += 1;
      return entry.fault;
    }
    return undefined;
  }
}

function applies(fault: PlannedFault, method: string, path: string): boolean {
  const methodApplies = fault.method === undefined || fault.method.toUpperCase() === method;
  return methodApplies && (fault.path === undefined || matchesTemplate(fault.path, path));
}
