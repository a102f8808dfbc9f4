import { inCollection, type ResourceCase } from "./case";

export const sshCertificateAuthority: ResourceCase = {
  type: "SshCertificateAuthority",
  ...inCollection("/ssh_certificate_authorities"),
  whole: {
    args: { description: "hosts", metadata: "v1", privateKeyType: "rsa", keySize: 4096 },
    body: { description: "hosts", metadata: "v1", private_key_type: "rsa", key_size: 4096 },
  },
  life: {
    minimal: { args: {}, body: {} },
    set: { args: { description: "hosts", metadata: "v1" }, body: { description: "hosts", metadata: "v1" } },
    changed: {
      args: { description: "all hosts", metadata: "v2" },
      body: { description: "all hosts", metadata: "v2" },
    },
    removed: { args: {}, body: { description: "", metadata: "" } },
  },
  also: [
    {
      args: { privateKeyType: "ecdsa", ellipticCurve: "nistp256" },
      body: { private_key_type: "ecdsa", elliptic_curve: "nistp256" },
    },
  ],
  replaced: { privateKeyType: "ecdsa", ellipticCurve: "nistp384" },
  drift: { of: "grown", members: { description: "set by hand" }, paths: ["description"] },
  unknown: (text) => ({ description: text, metadata: text }),
  invalid: [
    { args: { privateKeyType: "dsa" }, problem: 'privateKeyType must be "rsa", "ecdsa", or "ed25519"' },
    { args: { privateKeyType: "rsa", keySize: 1024 }, problem: "keySize must be 2048 or 4096, got 1024" },
    { args: { privateKeyType: "rsa", keySize: "2048" }, problem: "keySize must be 2048 or 4096, got a string" },
    { args: { privateKeyType: "ecdsa", keySize: 2048 }, problem: 'keySize requires privateKeyType to be "rsa"' },
    { args: { keySize: 2048 }, problem: 'keySize requires privateKeyType to be "rsa"' },
    {
      args: { privateKeyType: "rsa", ellipticCurve: "nistp256" },
      problem: 'ellipticCurve requires privateKeyType to be "ecdsa"',
    },
    { args: { keysize: 2048 }, problem: "keysize is not an argument; did you mean keySize?" },
    { args: { publicKey: "ssh-rsa AAAA" }, problem: "publicKey is not an argument" },
  ],
  secrets: [],
};
