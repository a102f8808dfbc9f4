import { type Args, mutual, of, type Pair, resource, tls } from "../declared";
import { addresses, type Label, renamed, risky } from "./label";

const clients = (args: Args = {}, type = "HttpsEdgeMutualTls") =>
  mutual(type, { certificateAuthorityIds: ["ca_1"], ...args });
const tcp = (args: Args = {}) =>
  resource("TcpEdgeBackend", "upstream")({ edgeId: "EDGE", backendId: "bkdtc_1", ...args });
const version = (before: string, after: string): Pair => [[tls(before)], [tls(after)]];
const OLD = "The protocol versions before TLS 1.2 are deprecated and have known attacks.";

/** Who may connect at all: addresses, client certificates, versions of TLS, TCP. */
export const networksAndTls: readonly Label[] = [
  risky(
    "policy-of-addresses-added",
    "medium",
    "Another IP policy decides too, and what it allows is not shown.",
    of(addresses, { ipRestriction: { ipPolicyIds: ["ipp_1", "ipp_2"] } }),
  ),
  risky(
    "policy-of-addresses-exchanged",
    "medium",
    "Another IP policy decides, and what it allows is not shown.",
    of(addresses, { ipRestriction: { ipPolicyIds: ["ipp_2"] } }),
  ),
  risky("client-authorities-listed-empty", "high", "Without an authority no client certificate is validated.", [
    [clients()],
    [clients({ certificateAuthorityIds: [] })],
  ]),
  risky("client-authorities-dropped", "high", "Without an authority no client certificate is validated.", [
    [clients()],
    [mutual("HttpsEdgeMutualTls", {})],
  ]),
  risky("client-authority-exchanged", "medium", "Certificates of another authority are accepted.", [
    [clients()],
    [clients({ certificateAuthorityIds: ["ca_2"] })],
  ]),
  risky("client-certificates-disabled", "high", "Clients without a certificate can connect.", [
    [clients()],
    [clients({ enabled: false })],
  ]),
  risky(
    "client-certificates-elsewhere",
    "high",
    "The module is deleted from the edge that it protected and set on another one.",
    [[clients()], [clients({ edgeId: "EDGE-2" })]],
  ),
  risky(
    "client-certificates-elsewhere-tls",
    "high",
    "The module is deleted from the edge that it protected and set on another one.",
    [[clients({}, "TlsEdgeMutualTls")], [clients({ edgeId: "EDGE-2" }, "TlsEdgeMutualTls")]],
  ),
  risky(
    "client-certificates-other-kind",
    "high",
    "The TLS edge of that id is another object: the HTTPS edge loses its client certificates.",
    [[clients()], [clients({}, "TlsEdgeMutualTls")]],
  ),
  risky("client-certificates-deleted-tls", "high", "Clients without a certificate can connect to the TLS edge.", [
    [clients({}, "TlsEdgeMutualTls")],
    [],
  ]),
  risky("client-certificates-renamed-and-off", "high", "Under its new name the module is disabled.", [
    [clients()],
    [renamed(clients({ enabled: false }), "devices")],
  ]),
  risky("tls-with-letters", "high", OLD, version("1.2", "TLSv1.0")),
  risky("tls-with-letters-1-1", "high", OLD, version("1.2", "TLSv1.1")),
  risky("tls-lower-case", "high", OLD, version("TLSv1.2", "tlsv1")),
  risky("tls-with-space", "high", OLD, version("1.3", "TLS 1.1")),
  risky("tls-with-underscores", "high", OLD, version("1.2", "TLS_1_0")),
  risky("tls-ssl", "high", "SSL 3.0 is broken.", version("1.2", "SSLv3")),
  risky(
    "tls-major-alone",
    "medium",
    "If the service reads it as 1.0, deprecated versions are accepted.",
    version("1.2", "1"),
  ),
  risky(
    "tls-trailing-space",
    "medium",
    "If the service trims it, deprecated versions are accepted.",
    version("1.2", "1.0 "),
  ),
  risky("tls-by-number", "medium", "0x0301 is the number of TLS 1.0 in the protocol.", version("1.2", "0x0301")),
  risky("tls-by-word", "medium", "The word may mean that every version is accepted.", version("1.2", "any")),
  risky("tls-lowered-with-letters", "medium", "An older version is accepted.", version("TLSv1.3", "TLSv1.2")),
  risky(
    "tls-elsewhere",
    "medium",
    "The minimum is deleted from this edge, where the default of the service applies from then on.",
    [[tls("1.3")], [resource("HttpsEdgeTlsTermination", "tls")({ edgeId: "EDGE-2", minVersion: "1.3" })]],
  ),
  risky(
    "tls-disabled",
    "medium",
    "The reference does not show what the edge does with TLS if the module is disabled.",
    [[tls("1.2")], [resource("HttpsEdgeTlsTermination", "tls")({ edgeId: "EDGE", minVersion: "1.2", enabled: false })]],
  ),
  risky(
    "tcp-other-backend",
    "medium",
    "Another service is reachable by everybody who can connect; what it is, is not shown.",
    [[tcp()], [tcp({ backendId: "bkdtc_2" })]],
  ),
  risky("tcp-backend-deleted", "medium", "Connections to the edge no longer reach a backend.", [[tcp()], []]),
  risky("tcp-backend-disabled", "medium", "Connections to the edge no longer reach a backend.", [
    [tcp()],
    [tcp({ enabled: false })],
  ]),
  risky("tcp-backend-elsewhere", "medium", "Connections to this edge end, and another edge serves the backend.", [
    [tcp()],
    [tcp({ edgeId: "EDGE-2" })],
  ]),
  risky(
    "tcp-backend-enabled",
    "medium",
    "A backend that was not served becomes reachable over TCP, without any login.",
    [[tcp({ enabled: false })], [tcp()]],
  ),
  risky("tls-new-obsolete", "high", OLD, [[], [tls("1.0")]]),
  risky("tls-adopted-lower", "medium", "A minimum that another party has set, maybe a higher one, is replaced.", [
    [],
    [resource("HttpsEdgeTlsTermination", "tls")({ edgeId: "EDGE", minVersion: "1.2", adopt: true })],
  ]),
  risky(
    "client-certificates-adopted-and-off",
    "medium",
    "If another party requires client certificates, they are no longer required.",
    [[], [clients({ enabled: false, adopt: true })]],
  ),
];
