import { Config } from "@pulumi/pulumi";
import { AgentIngress, Provider, SshCertificateAuthority } from "pulumi-edge-ingress";

const config = new Config();

/** What one account has. Its key is in stack config: `pulumi config set --secret europeApiKey`. */
function region(name: string, domain: string) {
  const provider = new Provider(name, { apiKey: config.requireSecret(`${name}ApiKey`) });
  const ingress = new AgentIngress(`${name}-agents`, { domain }, { provider });
  const hosts = new SshCertificateAuthority(
    `${name}-hosts`,
    { privateKeyType: "ed25519" },
    { provider },
  );
  return { agentDomains: ingress.regionDomains, hostAuthority: hosts.publicKey };
}

export const europe = region("europe", "connect.europe.example.com");
export const asia = region("asia", "connect.asia.example.com");
