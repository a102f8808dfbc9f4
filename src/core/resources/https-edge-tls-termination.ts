import { httpsEdgeTlsTermination as definition } from "../definitions/edge-modules";
import type { Resource } from "../lifecycle/resource";
import { singleton } from "../lifecycle/singleton";
import { isSet } from "../schema/values";

/** Where TLS ends upstream, the edge has no handshake whose version it could choose. */
export const httpsEdgeTlsTermination = (): Resource =>
  singleton(definition, {
    precondition: ({ terminateAt }, { minVersion }) =>
      terminateAt === "upstream" && isSet(minVersion)
        ? "minVersion must be absent while terminateAt is upstream: TLS ends at the agent or application"
        : undefined,
  });
