import { EventDestination, SshCertificateAuthority } from "pulumi-edge-ingress";

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

/** Who may sign in, whatever the stage: members of the organization, and users with an e-mail address of the domain. */
export const organization = "example";
export const emailDomain = "example.com";

/** Public key of the authority that every client trusts. */
export const hostAuthority = hosts.publicKey;

/** Where the events of all stages go. */
export const auditDestination = audit.id;
