import { UNKNOWN } from "../../src/core/pulumi/engine-values";
import { outputRows } from "../../src/core/schema/field";
import { defined, isObject, isSet, type Values } from "../../src/core/schema/values";
import { byType } from "../../src/insight/ingress/declared-object";

/** The outputs that the service adds to the arguments of a resource in a state. */

/** An existing resource, as far as its outputs depend on it. */
interface Existing {
  readonly type: string;
  readonly id: string;
  /** The arguments, with masks in place of secrets. */
  readonly args: Values;
}

/** An arbitrary time, because no reader of a preview depends on it. */
export const CREATED_AT = "2026-01-01T00:00:00.000Z";

const REGIONS = ["us", "eu", "ap", "au", "sa", "jp", "in"];

export function serviceOutputs({ type, id, args }: Existing, baseUrl: string): Values {
  const referred = (path: string, referredId: unknown) => ({
    id: referredId,
    uri: `${baseUrl}/${path}/${referredId}`,
  });
  const listed = (path: string, ids: unknown) =>
    Array.isArray(ids) ? ids.map((id) => referred(path, id)) : undefined;
  const certificates = listed("certificate_authorities", args.certificateAuthorityIds);
  const created = (uri: string) => ({ createdAt: CREATED_AT, uri });
  switch (type) {
    case "AgentIngress":
      return {
        // The reference has a path here, and an absolute address everywhere else.
        ...created(`/agent_ingresses/${id}`),
        nsTargets: [1, 2, 3, 4].map((number) => `ns${number}.ingress-dns.example.net`),
        regionDomains: REGIONS.map((region) => `${region}.${args.domain}`),
        ...(isSet(args.certificateManagementPolicy) && {
          certificateManagementStatus: CERTIFICATE_STATUS,
        }),
      };
    case "SshCertificateAuthority":
      return {
        ...created(`${baseUrl}/ssh_certificate_authorities/${id}`),
        keyType: args.privateKeyType ?? "ed25519",
        publicKey: PUBLIC_KEY,
      };
    case "EventDestination":
      return created(`${baseUrl}/event_destinations/${id}`);
    case "HttpsEdgeRoute":
      return {
        ...created(`${baseUrl}/edges/https/${args.edgeId}/routes/${id}`),
        ...defined([
          [
            "backendRef",
            isObject(args.backend) ? referred("backends", args.backend.backendId) : undefined,
          ],
          [
            "ipPolicies",
            isObject(args.ipRestriction)
              ? listed("ip_policies", args.ipRestriction.ipPolicyIds)
              : undefined,
          ],
          ["samlServiceProvider", isSet(args.saml) ? SERVICE_PROVIDER : undefined],
        ]),
      };
    case "HttpsEdgeTlsTermination":
      return { terminateAt: "edge" };
    case "TcpEdgeBackend":
    case "HttpsEdgeRouteBackend":
      return { backend: referred("backends", args.backendId) };
    case "HttpsEdgeMutualTls":
    case "TlsEdgeMutualTls":
      return defined([["certificateAuthorities", certificates]]);
    case "HttpsEdgeRouteIpRestriction":
      return defined([["ipPolicies", listed("ip_policies", args.ipPolicyIds)]]);
    default:
      return {};
  }
}

/** Values that the service generates. The comparison with the engine accepts any other value. */
export const CERTIFICATE_STATUS = { generated: "certificate status" };
export const PUBLIC_KEY = "public key";
export const SERVICE_PROVIDER = { generated: "service provider" };

/** The outputs of a plugin resource that does not exist yet: they are known only in an apply. */
export function outputsToCome(type: string): Values {
  const definition = byType.get(type);
  const rows = definition ? outputRows(definition.fields) : [];
  return Object.fromEntries(rows.map(([name]) => [name, UNKNOWN]));
}
