import { type AgentIngressOutputs, agentIngress as definition } from "../definitions/agent-ingress";
import { collection } from "../lifecycle/collection";
import type { ListedResource } from "../lifecycle/resource";
import type { Log } from "../schema/problem";
import type { Values } from "../schema/values";

/** A certificate job that fails does not fail the ingress, so the provider logs it. */
export const agentIngress = (): ListedResource =>
  collection(definition, { diagnose: logCertificateProblem });

function logCertificateProblem(state: Values, log: Log): void {
  const { nsTargets, certificateManagementStatus } = state as Values & Partial<AgentIngressOutputs>;
  const domain = String(state.domain);
  const cause = certificateManagementStatus?.provisioningJob?.errorCode;
  if (cause === "DNS_ERROR") {
    const text =
      `the certificate of ${domain} cannot be issued until its DNS is corrected: ` +
      `set the NS records of ${domain} to ${nsTargets?.join(", ")}`;
    log({ severity: "warning", text });
  } else if (cause === "INTERNAL_ERROR") {
    const text = `the certificate of ${domain} is delayed by a temporary condition; the service tries again by itself`;
    log({ severity: "info", text });
  }
}
