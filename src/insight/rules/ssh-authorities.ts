import { deletedArguments, replacedArguments } from "../change/select";
import { at, rule } from "./rule";

/** SSH certificate authorities, whose keys hosts and clients trust. */

export const sshAuthorityRules = [
  rule({
    id: "authority-replaced",
    severity: "high",
    title: "An SSH certificate authority is replaced",
    why: "The new authority has a new key: hosts and clients that trust the old key reject what the new key signs.",
    fix: "Distribute the new `publicKey`, and sign the certificates in use again.",
    messages: { found: "is replaced: every host and client must trust its new key" },
    example: {
      before: { SshCertificateAuthority: { privateKeyType: "rsa", keySize: 2048 } },
      after: { SshCertificateAuthority: { privateKeyType: "rsa", keySize: 4096 } },
    },
    *find(change) {
      const args = replacedArguments(change, "sshCertificateAuthority");
      if (!args) return;
      const difference = change.args.differences.find(({ row }) => row.createOnly);
      yield at(args.after, difference?.path ?? "", "found");
    },
  }),
  rule({
    id: "authority-deleted",
    severity: "high",
    title: "An SSH certificate authority is deleted",
    why: "Nothing can be signed with its key again: only the service has the private key.",
    fix: "Make sure that no host or client trusts it.",
    messages: { found: "is deleted: nothing can be signed with its key again" },
    example: {
      before: { SshCertificateAuthority: {} },
    },
    *find(change) {
      const args = deletedArguments(change, "sshCertificateAuthority");
      if (args) yield at(args, "", "found");
    },
  }),
];
