import { EventDestination, SshCertificateAuthority } from "pulumi-edge-ingress";

// Clients trust the public key of the authority. For production, add `{ protect: true }`, so that Pulumi refuses to delete or replace it.
const hosts = new SshCertificateAuthority("hosts", { privateKeyType: "ed25519" });

const audit = new EventDestination("audit", {
  format: "json",
  target: {
    cloudLogs: {
      logGroupArn: "arn:cloud:logs:eu-central-1:123456789012:log-group:ingress-audit",
      auth: { role: { roleArn: "arn:cloud:iam::123456789012:role/ingress-events" } },
    },
  },
});

/** Organization whose members may sign in on every stage. */
export const organization = "example";

/** Public key of the authority. */
export const hostAuthority = hosts.publicKey;

/** Id of the destination of the events of all stages. */
export const auditDestination = audit.id;
