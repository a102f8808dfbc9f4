import { type CertificateJob, renewCertificate, setCertificateJob } from "./certificates";
import type { Fault, FaultState } from "./faults";
import type { JournalEntry } from "./journal";
import { parseOptions } from "./option-parsing";
import type { OptionValues } from "./options";
import { type EmulatorObject, editObject, listObjects, removeObject } from "./out-of-band";
import type { EmulatorState } from "./state";

/** What a test can see and do beside the API. The admin path offers the same as JSON operations. */
export class Control {
  readonly #state: EmulatorState;
  readonly #origin: () => string;

  /** @internal */
  constructor(state: EmulatorState, origin: () => string) {
    this.#state = state;
    this.#origin = origin;
  }

  /** Makes it as new: no objects of any account, no faults, an empty journal. Options stay as they are. */
  reset(): void {
    this.#state.store.clear();
    this.clearFaults();
    this.clearRequests();
  }

  /** The API requests so far, oldest first; admin requests are not among them. */
  requests(): JournalEntry[] {
    return this.#state.journal.entries();
  }

  clearRequests(): void {
    this.#state.journal.clear();
  }

  /** Every object and configured module of every account, oldest first. */
  objects(): EmulatorObject[] {
    return listObjects(this.#state, this.#origin());
  }

  /**
   * Merges top-level members into the object or module at an API path, such as `/agent_ingresses/{id}`: read-only
   * members included, without validation, not journaled. A module that is not configured is created.
   * @param account owner, when several accounts have an object at the path; default: the one that has it
   */
  edit(path: string, members: Readonly<Record<string, unknown>>, account?: string): void {
    editObject(this.#state, path, { ...members }, account);
  }

  /** Deletes the object or module at an API path. Returns false when there was none. */
  remove(path: string, account?: string): boolean {
    return removeObject(this.#state, path, account);
  }

  /** Sets the provisioning job of an agent ingress; null ends it. */
  setCertificateJob(id: string, job: CertificateJob | null): void {
    setCertificateJob(this.#state, id, job);
  }

  /** Renews the certificate of an agent ingress: its job ends, and `renews_at` moves ahead. */
  renewCertificate(id: string): void {
    renewCertificate(this.#state, id);
  }

  /** Plans a fault, behind those that are already in force. */
  addFault(fault: Fault): void {
    this.#state.faults.add(fault);
  }

  /** The faults in force, spent ones included, and how often each has struck. */
  faults(): FaultState[] {
    return this.#state.faults.list();
  }

  clearFaults(): void {
    this.#state.faults.clear();
  }

  /** The present value of every named option. */
  options(): OptionValues {
    return structuredClone(this.#state.options);
  }

  /** Changes named options from the next request on. */
  configure(options: Partial<OptionValues>): void {
    const set = Object.entries(parseOptions(options)).filter(([, value]) => value !== undefined);
    Object.assign(this.#state.options, Object.fromEntries(set));
  }
}
