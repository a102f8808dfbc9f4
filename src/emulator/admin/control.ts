import type { Fault, FaultState } from "../faults";
import { routeModuleNames } from "../modules";
import { parseOptions } from "../options/parsing";
import type { OptionValues } from "../options/registry";
import { toObjectAnswer } from "../resources";
import {
  changeCertificateStatus,
  provisioningJob,
  renewalTime,
} from "../resources/agent-ingresses";
import { moduleAt } from "../resources/module-operations";
import { toStored } from "../shapes/forms";
import type { JournalEntry } from "../state/journal";
import type { EmulatorState } from "../state/state";
import { isWire, type Wire } from "../wire";

/** An object or configured module of the emulator. */
export interface EmulatorObject {
  /** The kind of the object: `agent_ingress`, `https_edge_route`, `route_module`, `edge_module` and so on. */
  readonly kind: string;
  /** API path that locates it. */
  readonly path: string;
  readonly account: string;
  /** The members of the object as GET returns them, secrets in plaintext. */
  readonly body: Wire;
}

/** Provisioning job of a certificate, in the form in which the service would report it. */
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

/**
 * The operations with which a test inspects and changes the emulator. The admin path offers the same operations as
 * JSON.
 */
export interface Control {
  /** Resets the emulator: no objects of any account, no faults, an empty journal. Options keep their values. */
  reset(): void;
  /** The API requests so far, oldest first; admin requests are not among them. */
  requests(): JournalEntry[];
  clearRequests(): void;
  /** Every object and configured module of every account, oldest first. */
  objects(): EmulatorObject[];
  /**
   * Merges top-level members into the object or module at an API path, such as `/agent_ingresses/{id}`: read-only
   * members included, without validation, not journaled. A module that is not configured is created.
   * @param account owner, when several accounts have an object at the path; default: the one that has it
   * @throws an Error when nothing can be at the path
   */
  edit(path: string, members: Readonly<Record<string, unknown>>, account?: string): void;
  /** Deletes the object or module at an API path. Returns false when there was none. */
  remove(path: string, account?: string): boolean;
  /**
   * Sets the provisioning job of an agent ingress; null ends the job. @throws an Error when the agent ingress has no
   * certificate policy
   */
  setCertificateJob(id: string, job: CertificateJob | null): void;
  /** Renews the certificate of an agent ingress: its job ends, and `renews_at` moves ahead. */
  renewCertificate(id: string): void;
  /** Adds a fault after the faults that are already in force. @throws an Error that names each wrong member */
  addFault(fault: Fault): void;
  /** The faults in force, including spent faults, with the number of requests that each has failed. */
  faults(): FaultState[];
  clearFaults(): void;
  /** The current value of every named option. */
  options(): OptionValues;
  /** Changes named options from the next request on. @throws an Error that names each wrong option */
  configure(options: Partial<OptionValues>): void;
}

/** @param origin scheme, host and port that absolute URLs start with, once the server listens */
export function controlOf(state: EmulatorState, origin: () => string): Control {
  const { store, faults, journal } = state;

  /** The account that has the object or module at a path, or the first account if none has it yet. */
  function ownerOf(path: string): string {
    const [first = ""] = state.keys.values();
    return (store.find(path) ?? store.find(path.slice(0, path.lastIndexOf("/"))))?.account ?? first;
  }

  return {
    reset: () => {
      store.clear();
      faults.clear();
      journal.clear();
    },
    requests: () => journal.entries(),
    clearRequests: () => journal.clear(),
    objects: () => listObjects(state, origin()),
    edit: (path, members, account = ownerOf(path)) => {
      const stored = store.get(account, path);
      const module = moduleAt(store, account, path);
      if (module !== undefined)
        module.keep(toStored(module.definition.read, { ...module.stored, ...members }));
      else if (stored !== undefined) store.put({ ...stored, body: { ...stored.body, ...members } });
      else throw new Error(`there is no object at ${path}`);
    },
    remove: (path, account = ownerOf(path)) => {
      const module = moduleAt(store, account, path);
      if (module === undefined) return store.delete(account, path);
      module.keep(undefined);
      return module.stored !== undefined;
    },
    setCertificateJob: (id, job) => {
      changeCertificateStatus(state, id, { provisioning_job: provisioningJob(job, state.now()) });
    },
    renewCertificate: (id) => {
      changeCertificateStatus(state, id, { provisioning_job: null, renews_at: renewalTime(state) });
    },
    addFault: (fault) => faults.add(fault),
    faults: () => faults.list(),
    clearFaults: () => faults.clear(),
    options: () => structuredClone(state.options),
    configure: (options) => {
      const set = Object.entries(parseOptions(options)).filter(([, value]) => value !== undefined);
      Object.assign(state.options, Object.fromEntries(set));
    },
  };
}

/** Every object of every account, oldest first, a route followed by its modules. */
function listObjects(state: EmulatorState, origin: string): EmulatorObject[] {
  const plain: EmulatorState = { ...state, options: { ...state.options, secrets: "plain" } };
  return state.store.all().flatMap((stored) => {
    const { kind, path, account } = stored;
    const body = toObjectAnswer(stored, { state: plain, account, origin });
    const modules = routeModuleNames.flatMap((name) => {
      const module = kind === "https_edge_route" ? body[name] : undefined;
      return isWire(module)
        ? [{ kind: "route_module", path: `${path}/${name}`, account, body: module }]
        : [];
    });
    return [{ kind, path, account, body }, ...modules];
  });
}
