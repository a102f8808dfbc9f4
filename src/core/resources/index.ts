import { collection } from "../lifecycle/collection";
import type { Resource } from "../lifecycle/resource";
import { singleton } from "../lifecycle/singleton";
import { type Definition, isListed } from "../schema/definition";
import { agentIngress } from "./agent-ingress";
import { httpsEdgeRoute } from "./https-edge-route";
import { httpsEdgeTlsTermination } from "./https-edge-tls-termination";
import { sshCertificateAuthority } from "./ssh-certificate-authority";

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
