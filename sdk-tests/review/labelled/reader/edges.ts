import { type Args, inbound, of, resource, tls } from "../../declared";
import { clients, label, type ReaderLabel, tcp, unprotected } from "./label";

const acting = (changed: Args) => ({ policy: { inbound: { ...inbound("a").inbound, ...changed } } });

/** TCP edges, TLS edges and traffic policies. */
export const edges: readonly ReaderLabel[] = [
  label("tcp-other-backend", "low", "A deployment moves connections to its next backend in the same way.", [
    [tcp()],
    [tcp({ backendId: "bkdtg_2" })],
  ]),
  label("tcp-backend-deleted", "medium", "Connections to the edge reach nothing, if there still are any.", [
    [tcp()],
    [],
  ]),
  label("tcp-backend-disabled", "medium", "Connections to the edge reach nothing, if there still are any.", [
    [tcp()],
    [tcp({ enabled: false })],
  ]),
  label(
    "tcp-backend-new",
    "low",
    "What is new and public is mostly meant to be, and no login keeps people from this backend elsewhere.",
    [[], [tcp()]],
  ),
  label("tls-edge-clients-deleted", "high", "Clients without a certificate reach what is behind the edge.", [
    [clients("TlsEdgeMutualTls", "ca_1")],
    [],
  ]),
  label("tls-edge-clients-new", "low", "Clients need a certificate from now on, which is stricter.", [
    [],
    [clients("TlsEdgeMutualTls", "ca_1")],
  ]),
  label("tls-edge-clients-moved", "high", "The former edge no longer asks its clients for certificates.", [
    [clients("TlsEdgeMutualTls", "ca_1")],
    [resource("TlsEdgeMutualTls", "clients")({ edgeId: "EDGE_other", certificateAuthorityIds: ["ca_1"] })],
  ]),
  label(
    "termination-deleted",
    "medium",
    "The minimum version is the service's choice then, or TLS is not terminated.",
    [[tls("1.2")], []],
  ),
  label(
    "policy-dropped",
    "medium",
    "The policy may have denied requests that reach the backend now.",
    of({ policy: inbound("a") }, unprotected),
  ),
  label(
    "policy-disabled",
    "medium",
    "The policy may have denied requests that reach the backend now.",
    of({ policy: inbound("a") }, { policy: { ...inbound("a"), enabled: false } }),
  ),
  label(
    "policy-other-expression",
    "medium",
    "The rule applies to other requests than before.",
    of({ policy: inbound("conn.client_ip != '203.0.113.7'") }, { policy: inbound("conn.client_ip == '203.0.113.7'") }),
  ),
  label(
    "policy-other-action",
    "medium",
    "What was denied may be let through.",
    of({ policy: inbound("a") }, { policy: { inbound: { ...inbound("a").inbound, actions: { type: "log" } } } }),
  ),
  label(
    "policy-renamed-rule",
    "none",
    "The name of a rule does not select requests.",
    of(acting({ name: "deny-a" }), acting({ name: "no-a" })),
  ),
  label(
    "policy-new-deny",
    "low",
    "The new rule denies, which lets nobody in.",
    of(unprotected, { policy: inbound("a") }),
  ),
];
