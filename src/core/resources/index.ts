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

/** If TLS ends upstream, the edge has no handshake, and so no minimum version. */
const httpsEdgeTlsTermination = (): Resource =>
  singleton(definition, {
    precondition: ({ terminateAt }, { minVersion }) => {
      const hasVersion = isSet(minVersion) && minVersion !== UNKNOWN;
      if (terminateAt !== "upstream" || !hasVersion) return undefined;
      return "minVersion must be absent while terminateAt is upstream: TLS ends at the agent or application";
    },
  });

/** Resources with special operations, by the names of their definitions. */
const special: Readonly<Record<string, () => Resource>> = {
  agentIngress,
  sshCertificateAuthority,
  httpsEdgeRoute,
  httpsEdgeTlsTermination,
};

/**
 * A function that returns the operations of a definition. The operations remember the objects that they have created, so each
 * provider has its own.
 */
export function createResources(): (definition: Definition) => Resource {
  const resources = new Map<string, Resource>();
  return (definition) => {
    const { name } = definition;
    const resource = resources.get(name) ?? special[name]?.() ?? createResource(definition);
    resources.set(name, resource);
    return resource;
  };
}

function createResource(definition: Definition): Resource {
  if (definition.kind === "singleton") return singleton(definition);
  if (isListed(definition)) return collection(definition);
  throw new Error(`nothing lists objects of type ${definition.type}: their operations are special`);
}
