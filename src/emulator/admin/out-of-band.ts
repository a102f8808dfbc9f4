import { routeModuleNames } from "../modules";
import { toObjectAnswer } from "../resources";
import { certificateJob, renewalTime } from "../resources/agent-ingresses";
import { moduleAt } from "../resources/module-operations";
import { toStored } from "../shapes/forms";
import type { EmulatorState } from "../state/state";
import type { StoredObject } from "../state/store";
import { parsed } from "../validation/issues";
import { isWire, type Wire } from "../wire";

/** One object or configured module of the emulator. */
export interface EmulatorObject {
  /** What it is: `agent_ingress`, `https_edge_route`, `route_module`, `edge_module` and so on. */
  readonly kind: string;
  /** API path that locates it. */
  readonly path: string;
  readonly account: string;
  /** Its members as a GET shows them, secrets in plaintext. */
  readonly body: Wire;
}

/** Every object of every account, oldest first, a route followed by its modules. */
export function listObjects(state: EmulatorState, origin: string): EmulatorObject[] {
  const plain: EmulatorState = { ...state, options: { ...state.options, secrets: "plain" } };
  return state.store.all().flatMap((stored) => {
    const { kind, path, account } = stored;
    const body = toObjectAnswer(stored, { state: plain, account, origin });
    return [{ kind, path, account, body }, ...(kind === "https_edge_route" ? modulesOf({ ...stored, body }) : [])];
  });
}

function modulesOf({ path, account, body }: StoredObject): EmulatorObject[] {
  return routeModuleNames.flatMap((name) => {
    const module = body[name];
    return isWire(module) ? [{ kind: "route_module", path: `${path}/${name}`, account, body: module }] : [];
  });
}

/**
 * Changes top-level members as another party would, read-only ones included, without any check. A module that is not
 * configured is created. @throws an Error when nothing can be at the path
 */
export function editObject(state: EmulatorState, path: string, members: Wire, account: string | undefined): void {
  const owner = ownerOf(state, path, account);
  const stored = state.store.get(owner, path);
  const module = moduleAt(state.store, owner, path);
  if (module !== undefined) module.keep(toStored(module.definition.read, { ...module.stored, ...members }));
  else if (stored !== undefined) state.store.put({ ...stored, body: { ...stored.body, ...members } });
  else throw new Error(`there is no object at ${path}`);
}

/** Deletes an object or a module as another party would. @returns false when there was none */
export function removeObject(state: EmulatorState, path: string, account: string | undefined): boolean {
  const owner = ownerOf(state, path, account);
  const module = moduleAt(state.store, owner, path);
  if (module === undefined) return state.store.delete(owner, path);
  module.keep(undefined);
  return module.stored !== undefined;
}

/** The account that has the object or module at a path, or the first one if none has it yet. */
function ownerOf({ store, keys }: EmulatorState, path: string, account: string | undefined): string {
  const route = path.slice(0, path.lastIndexOf("/"));
  const [first = ""] = keys.values();
  return account ?? (store.find(path) ?? store.find(route))?.account ?? first;
}

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

const messages = {
  none: "The certificate is being provisioned.",
  INTERNAL_ERROR: "The certificate could not be issued because of a temporary condition.",
  DNS_ERROR: "The domain is not delegated to the service.",
};

/** Sets or clears the provisioning job of an agent ingress. @throws an Error when it has no certificate policy */
export function setCertificateJob(state: EmulatorState, id: string, input: unknown): void {
  const job = parsed(certificateJob.partial().nullable(), input, "job");
  const now = state.now();
  const defaults = {
    msg: messages[job?.error_code ?? "none"],
    started_at: now.toISOString(),
    retries_at: new Date(now.getTime() + 60_000).toISOString(),
  };
  changeStatus(state, id, { provisioning_job: job && { ...defaults, ...job } });
}

/** Renews the certificate of an agent ingress now: no job, and a new time of renewal. */
export function renewCertificate(state: EmulatorState, id: string): void {
  changeStatus(state, id, { provisioning_job: null, renews_at: renewalTime(state) });
}

function changeStatus(state: EmulatorState, id: string, members: Wire): void {
  const stored = state.store.find(`/agent_ingresses/${id}`);
  if (stored === undefined) throw new Error(`there is no agent ingress ${id}`);
  const status = stored.body.certificate_management_status;
  if (!isWire(status)) throw new Error(`the agent ingress ${id} has no certificate management policy`);
  state.store.put({ ...stored, body: { ...stored.body, certificate_management_status: { ...status, ...members } } });
}
