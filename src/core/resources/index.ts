import * as definitions from "../definitions";
import type { ResourceName } from "../definitions/names";
import { collection } from "../lifecycle/collection";
import type { Resource } from "../lifecycle/resource";
import { singleton } from "../lifecycle/singleton";
import { type Definition, isListed } from "../schema/definition";
import { agentIngress } from "./agent-ingress";
import { httpsEdgeRoute } from "./https-edge-route";
import { httpsEdgeTlsTermination } from "./https-edge-tls-termination";
import { sshCertificateAuthority } from "./ssh-certificate-authority";

/** Those about which something is special. */
const special: Partial<Record<ResourceName, () => Resource>> = {
  agentIngress,
  sshCertificateAuthority,
  httpsEdgeRoute,
  httpsEdgeTlsTermination,
};

/** Every kind of object with its operations. They remember what they have made: each provider has its own. */
export const createResources = (): Readonly<Record<ResourceName, Resource>> =>
  Object.fromEntries(
    Object.values(definitions).map((definition) => [
      definition.name,
      special[definition.name as ResourceName]?.() ?? withOperations(definition),
    ]),
  ) as Record<ResourceName, Resource>;

function withOperations(definition: Definition): Resource {
  if (definition.kind === "singleton") return singleton(definition);
  if (isListed(definition)) return collection(definition);
  throw new Error(`nothing lists objects of type ${definition.type}: their operations are special`);
}
