import { readFileSync } from "node:fs";
import { z } from "@hono/zod-openapi";
import { parsed } from "../validation/issues";
import { wellFormedId } from "./ids";

interface Named {
  /** At most 128 letters, digits, `.`, `_` and `-`; the first is not a dot. */
  readonly id: string;
}

/**
 * The only edges and referenced objects that exist, as `--fixtures` lists them. No objects exist of a kind that is
 * absent.
 */
export interface Fixtures {
  readonly edges?:
    | {
        /** `terminate_at` specifies where TLS ends. Default: `edge`. */
        readonly https?:
          | (Named & { readonly terminate_at?: "edge" | "upstream" | undefined })[]
          | undefined;
        readonly tls?: Named[] | undefined;
        readonly tcp?: Named[] | undefined;
      }
    | undefined;
  readonly backends?: Named[] | undefined;
  readonly ip_policies?: Named[] | undefined;
  readonly certificate_authorities?: Named[] | undefined;
}

const named = z.strictObject({ id: z.string().regex(wellFormedId, "is not a well-formed id") });
const list = z.array(named).default([]);
const httpsEdge = named.extend({ terminate_at: z.enum(["edge", "upstream"]).default("edge") });

const fixturesSchema = z.strictObject({
  edges: z
    .strictObject({ https: z.array(httpsEdge).default([]), tls: list, tcp: list })
    .prefault({}),
  backends: list,
  ip_policies: list,
  certificate_authorities: list,
}) satisfies z.ZodType<unknown, Fixtures>;

/** Kind of an edge, as it appears in paths. */
export type EdgeKind = "https" | "tls" | "tcp";

/** Kind of an object that modules refer to, under the name of its list in the fixtures. */
export type ReferenceKind = "backends" | "ip_policies" | "certificate_authorities";

/** The edges and references that exist: those of the fixtures, or any well-formed id if there are no fixtures. */
export class KnownObjects {
  readonly #fixtures: z.output<typeof fixturesSchema> | undefined;

  /** @throws an Error that names each wrong member */
  constructor(fixtures: unknown) {
    this.#fixtures =
      fixtures === undefined ? undefined : parsed(fixturesSchema, fixtures, "fixtures");
  }

  hasEdge(kind: EdgeKind, id: string): boolean {
    if (this.#fixtures === undefined) return wellFormedId.test(id);
    return this.#fixtures.edges[kind].some((edge) => edge.id === id);
  }

  /** The place where TLS ends on an HTTPS edge; undefined if no fixture contains the edge. */
  terminateAt(edgeId: string): "edge" | "upstream" | undefined {
    return this.#fixtures?.edges.https.find((edge) => edge.id === edgeId)?.terminate_at;
  }

  has(kind: ReferenceKind, id: string): boolean {
    return this.#fixtures === undefined || this.#fixtures[kind].some((object) => object.id === id);
  }
}

/** Reads a fixtures file. @throws an Error that names the file when it cannot be read or is not JSON */
export function readFixtures(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch (error) {
    throw new Error(
      `cannot read the fixtures file ${file}: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
}
