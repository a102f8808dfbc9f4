import type { Definition } from "../../../../dist/core/schema/definition.js";

/** Ids as the service could give them, by the segment of the path that comes before. */
const ids = new Map([
  ["agent_ingresses", "agin_1"],
  ["ssh_certificate_authorities", "sshca_1"],
  ["event_destinations", "evdst_1"],
  ["https", "edghts_1"],
  ["tls", "edgtls_1"],
  ["tcp", "edgtcp_1"],
  ["routes", "edghtsrt_1"],
]);

/** The ids in the path of an object, for examples: no shell takes them for anything else. */
export const exampleIds = ({ path }: Definition): string[] =>
  [...path.matchAll(/(\w+)\/\{\w+\}/g)].map(([, segment = ""]) => ids.get(segment) ?? `${segment}_1`);
