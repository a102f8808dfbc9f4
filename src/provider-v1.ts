/**
 * The provider side, which every state names: the text `require("pulumi-edge-ingress/provider-v1").<name>` stands in each
 * resource's state and runs again for its refresh and destroy, years later. This entry, the names that it exports and
 * what they mean are permanent.
 */
import { dynamicProvider } from "./provider/dynamic-provider";
import { requireNode } from "./provider/node-version";
import * as resources from "./resources";

requireNode(process.versions.node);

/** Provider of `AgentIngress`. */
export const agentIngress = dynamicProvider(resources.agentIngress);
/** Provider of `SshCertificateAuthority`. */
export const sshCertificateAuthority = dynamicProvider(resources.sshCertificateAuthority);
/** Provider of `EventDestination`. */
export const eventDestination = dynamicProvider(resources.eventDestination);
