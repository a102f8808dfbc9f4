import type { AccountObject } from "../account/account";

/** The edge of a route or a module. The API shows only its id. */
export interface Edge {
  readonly id: string;
  /** The name of a file or of a part of a split account, such as `https-edge-edghts_1`. */
  readonly name: string;
  /** A name in comments, such as `HTTPS edge edghts_1`. */
  readonly title: string;
  /** The name of a file for all edges of the protocol, without its extension. */
  readonly fileStem: string;
}

/** Finds the edge of an object; undefined if the object is not on an edge. */
export function findEdge({ definition, outputs }: AccountObject): Edge | undefined {
  const [, protocol] = /^\/edges\/(\w+)\//.exec(definition.path) ?? [];
  if (protocol === undefined) return undefined;
  const id = String(outputs.edgeId);
  const title = `${protocol.toUpperCase()} edge ${id}`;
  return { id, name: `${protocol}-edge-${id}`, title, fileStem: `${protocol}-edges` };
}

/** The labels of a domain, without characters that could end a comment. */
export const domainLabels = (domain: string): string[] =>
  domain.toLowerCase().match(/[\p{L}\p{N}_*-]+/gu) ?? [];

/** The domain without its first label; the domain itself if it has two labels. */
export function parentDomain(domain: string): string {
  const labels = domainLabels(domain);
  return (labels.length > 2 ? labels.slice(1) : labels).join(".");
}
