import { members, newIngress, type Server } from "../emulator/client";

/** The ids of the objects, by the ids that the pages show. */
export interface SessionIds extends Record<string, string> {
  readonly agin_1: string;
  readonly evdst_1: string;
  readonly sshca_1: string;
  readonly edghtsrt_1: string;
}

/** Creates the objects of the account that the session in docs/import.md imports. */
export async function createSessionAccount(server: Server): Promise<SessionIds> {
  const certificates = { certificate_management_policy: { authority: "letsencrypt" } };
  const ingress = await newIngress(server, "connect.example.com", certificates);
  const monitoring = { api_key: "canary-key", service: "edge" };
  const target = { format: "json", description: "Audit log", target: { monitoring } };
  const destination = await members(server, "POST", "/event_destinations", target);
  const hosts = { description: "Build hosts", private_key_type: "ed25519" };
  const authority = await members(server, "POST", "/ssh_certificate_authorities", hosts);
  await members(server, "PUT", "/edges/https/edghts_1/tls_termination", { min_version: "1.2" });
  const route = await members(server, "POST", "/edges/https/edghts_1/routes", {
    match_type: "path_prefix",
    match: "/api",
    backend: { backend_id: "bkdhr_1" },
    webhook_verification: { provider: "github", secret: "canary-hook" },
  });
  return {
    agin_1: String(ingress.id),
    evdst_1: String(destination.id),
    sshca_1: String(authority.id),
    edghtsrt_1: String(route.id),
  };
}
