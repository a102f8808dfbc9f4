import type { Fault, FaultState } from "../faults";
import { parseOptions } from "../options/parsing";
import type { OptionValues } from "../options/registry";
import type { JournalEntry } from "../state/journal";
import type { EmulatorState } from "../state/state";
import type { CertificateJob, EmulatorObject } from "./out-of-band";
import * as outOfBand from "./out-of-band";

/** What a test can see and do beside the API. The admin path offers the same as JSON operations. */
export interface Control {
  /** Makes it as new: no objects of any account, no faults, an empty journal. Options stay as they are. */
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
  /** Sets the provisioning job of an agent ingress; null ends it. @throws an Error when it has no certificate policy */
  setCertificateJob(id: string, job: CertificateJob | null): void;
  /** Renews the certificate of an agent ingress: its job ends, and `renews_at` moves ahead. */
  renewCertificate(id: string): void;
  /** Plans a fault, behind those that are already in force. @throws an Error that names each wrong member */
  addFault(fault: Fault): void;
  /** The faults in force, spent ones included, and how often each has struck. */
  faults(): FaultState[];
  clearFaults(): void;
  /** The present value of every named option. */
  options(): OptionValues;
  /** Changes named options from the next request on. @throws an Error that names each wrong option */
  configure(options: Partial<OptionValues>): void;
}

/** @param origin scheme, host and port that absolute URLs start with, once the server listens */
export function controlOf(state: EmulatorState, origin: () => string): Control {
  const { store, faults, journal } = state;
  return {
    reset: () => {
      store.clear();
      faults.clear();
      journal.clear();
    },
    requests: () => journal.entries(),
    clearRequests: () => journal.clear(),
    objects: () => outOfBand.listObjects(state, origin()),
    edit: (path, members, account) => outOfBand.editObject(state, path, { ...members }, account),
    remove: (path, account) => outOfBand.removeObject(state, path, account),
    setCertificateJob: (id, job) => outOfBand.setCertificateJob(state, id, job),
    renewCertificate: (id) => outOfBand.renewCertificate(state, id),
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
