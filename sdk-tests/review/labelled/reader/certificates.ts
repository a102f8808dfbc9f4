import { ca, ingress, mutual, policy } from "../../declared";
import { clients, label, type ReaderLabel } from "./label";

/** Certificates of clients, of addresses, and of SSH. */
export const certificates: readonly ReaderLabel[] = [
  label(
    "ssh-other-key",
    "high",
    "The authority is replaced, and hosts that the former one signed are not trusted any more.",
    [[ca({ privateKeyType: "ed25519" })], [ca({ privateKeyType: "rsa" })]],
  ),
  label("ssh-shorter-key", "high", "The authority is replaced by one with another key.", [
    [ca({ privateKeyType: "rsa", keySize: 4096 })],
    [ca({ privateKeyType: "rsa", keySize: 2048 })],
  ]),
  label("ssh-other-curve", "high", "The authority is replaced by one with another key.", [
    [ca({ privateKeyType: "ecdsa", ellipticCurve: "nistp256" })],
    [ca({ privateKeyType: "ecdsa", ellipticCurve: "nistp384" })],
  ]),
  label("ssh-deleted", "high", "Nothing can be signed with the key again.", [[ca({ privateKeyType: "ed25519" })], []]),
  label("ssh-new", "low", "Nobody trusts the new authority yet.", [[], [ca({ privateKeyType: "ed25519" })]]),
  label("ssh-description", "none", "A description changes nothing.", [
    [ca({ privateKeyType: "ed25519", description: "Hosts" })],
    [ca({ privateKeyType: "ed25519", description: "Signs hosts" })],
  ]),
  label("ingress-unmanaged", "medium", "Certificates are not renewed any more, and will expire.", [
    [ingress({ certificateManagementPolicy: policy })],
    [ingress()],
  ]),
  label(
    "ingress-other-authority",
    "medium",
    "Only one authority is supported, so that the next certificate may fail.",
    [
      [ingress({ certificateManagementPolicy: policy })],
      [ingress({ certificateManagementPolicy: { authority: "other-ca" } })],
    ],
  ),
  label("ingress-other-key-type", "low", "Both types of keys are sound.", [
    [ingress({ certificateManagementPolicy: { ...policy, privateKeyType: "rsa" } })],
    [ingress({ certificateManagementPolicy: { ...policy, privateKeyType: "ecdsa" } })],
  ]),
  label("ingress-default-key-type", "none", "It is the default.", [
    [ingress({ certificateManagementPolicy: policy })],
    [ingress({ certificateManagementPolicy: { ...policy, privateKeyType: "rsa" } })],
  ]),
  label("ingress-other-domain", "high", "The ingress is replaced, and agents know only the former addresses.", [
    [ingress({ domain: "old-agents-of-reader.example.com" })],
    [ingress({ domain: "new-agents-of-reader.example.com" })],
  ]),
  label("clients-disabled", "high", "Clients without a certificate get in.", [
    [clients("HttpsEdgeMutualTls", "ca_1")],
    [mutual("HttpsEdgeMutualTls", { certificateAuthorityIds: ["ca_1"], enabled: false })],
  ]),
  label("clients-enabled-explicitly", "none", "A module is enabled by default.", [
    [clients("HttpsEdgeMutualTls", "ca_1")],
    [mutual("HttpsEdgeMutualTls", { certificateAuthorityIds: ["ca_1"], enabled: true })],
  ]),
];
