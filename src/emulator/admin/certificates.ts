import { certificateJob, renewalTime } from "../resources/agent-ingresses";
import type { EmulatorState } from "../state/state";
import type { StoredObject } from "../state/store";
import { issueText } from "../validation/issue";
import { validationIssues } from "../validation/issues";
import { isWire, type Wire } from "../wire";

/** Provisioning job of a certificate, as the service would report it. */
export interface CertificateJob {
  /** `INTERNAL_ERROR` is temporary, `DNS_ERROR` has to be corrected by the user; absent while nothing fails. */
  readonly error_code?: "INTERNAL_ERROR" | "DNS_ERROR" | undefined;
  /** Default: a text that fits the error code. */
  readonly msg?: string | undefined;
  /** RFC 3339. Default: now. */
  readonly started_at?: string | undefined;
  /** RFC 3339. Default: in one minute. */
  readonly retries_at?: string | undefined;
}

const jobInput = certificateJob.partial().nullable();

const messages = {
  INTERNAL_ERROR: "The certificate could not be issued because of a temporary condition.",
  DNS_ERROR: "The domain is not delegated to the service.",
} as const;

/** Sets or clears the provisioning job of an agent ingress. @throws an Error when it has no certificate policy */
export function setCertificateJob(state: EmulatorState, id: string, input: unknown): void {
  const parsed = jobInput.safeParse(input);
  if (!parsed.success) throw new Error(`wrong job: ${issueText(validationIssues(parsed.error))}`);
  const job = parsed.data;
  if (job === null) {
    changeStatus(state, id, { provisioning_job: null });
    return;
  }
  const now = state.now();
  const { error_code: code } = job;
  const defaults = {
    msg: code === undefined ? "The certificate is being provisioned." : messages[code],
    started_at: now.toISOString(),
    retries_at: new Date(now.getTime() + 60_000).toISOString(),
  };
  changeStatus(state, id, { provisioning_job: { ...defaults, ...job } });
}

/** Renews the certificate of an agent ingress now: no job, and a new time of renewal. */
export function renewCertificate(state: EmulatorState, id: string): void {
  changeStatus(state, id, { provisioning_job: null, renews_at: renewalTime(state) });
}

function changeStatus(state: EmulatorState, id: string, members: Wire): void {
  const stored: StoredObject | undefined = state.store.find(`/agent_ingresses/${id}`);
  if (stored === undefined) throw new Error(`there is no agent ingress ${id}`);
  const status = stored.body.certificate_management_status;
  if (!isWire(status)) throw new Error(`the agent ingress ${id} has no certificate management policy`);
  state.store.put({ ...stored, body: { ...stored.body, certificate_management_status: { ...status, ...members } } });
}
