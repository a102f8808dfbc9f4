import { httpsEdgeTlsTermination as definition } from "../definitions/edge-modules";
import { collection } from "../lifecycle/collection";
import type { Resource } from "../lifecycle/resource";
import { singleton } from "../lifecycle/singleton";
import { UNKNOWN } from "../pulumi/engine-values";
import { type Definition, isListed } from "../schema/definition";
import { isSet } from "../schema/values";
import { agentIngress } from "./agent-ingress";
import { httpsEdgeRoute } from "./https-edge-route";
import { sshCertificateAuthority } from "./ssh-certificate-authority";

/** If TLS ends upstream, the edge has no handshake whose version it could choose. */
const httpsEdgeTlsTermination = (): Resource =>
  singleton(definition, {
    precondition: ({ terminateAt }, { minVersion }) =>
      terminateAt === "upstream" && isSet(minVersion) && minVersion !== UNKNOWN
        ? "minVersion must be absent while terminateAt is upstream: TLS ends at the agent or application"
        : undefined,
  });

/** Those about which something is special, by the names of their definitions. */
const special: Readonly<Record<string, () => Resource>> = {
  agentIngress,
  sshCertificateAuthority,
  httpsEdgeRoute,
  httpsEdgeTlsTermination,
};

/** Gives each kind of object its operations. They remember what they have made: each provider has its own. */
export function createResources(): (definition: Definition) => Resource {
  const made = new Map<string, Resource>();
  return (definition) => {
    const { name } = definition;
    const resource = made.get(name) ?? special[name]?.() ?? withOperations(definition);
    made.set(name, resource);
    return resource;
  };
}

function withOperations(definition: Definition): Resource {
  if (definition.kind === "singleton") return singleton(definition);
  if (isListed(definition)) return collection(definition);
  throw new Error(`nothing lists objects of type ${definition.type}: their operations are special`);
}
