import type { RuleDescription } from "../report/finding";

/** What to do about a change that another party has made. */
export const RESTORE =
  "Run `pulumi up --refresh` to restore what the program declares. If the change was intended, make it in the program.";

const createAgain = (what: string): string =>
  `Run \`pulumi up --refresh\` to create it again: ${what}. If the deletion was intended, remove it from the program.`;

interface DriftWords extends Partial<Omit<RuleDescription, "id">> {
  /** What somebody did, if all findings of the rule have the same cause. */
  readonly cause?: string;
}

/** Of what a change ends that another party has made. */
export const restored: RuleDescription = {
  id: "restored",
  severity: "low",
  title: "The change restores what another party has changed",
  why: "It is on the server as it was found, until the change is applied.",
  todo: "Apply the change soon, and find out who made the other one.",
};

/** What is otherwise in a rule if another party has made the change already; all others read as they are. */
export const driftWords: Readonly<Record<string, DriftWords>> = {
  "protection-removed": { why: "Whoever the protection kept out is admitted now." },
  "protection-may-be-off": { why: "Whether the protection is in force is a secret." },
  "served-unprotected": {
    title: "A route serves without protection",
    why: "The program does not let it serve, so a missing protection went unnoticed.",
    cause: "its backend was enabled",
  },
  "backend-stated-open": { why: "The program declares no backend for it.", cause: "a backend was configured" },
  "allow-list-widened": { why: "The added entries are admitted now." },
  "protection-replaced": { why: "The new protection may admit other clients." },
  "ingress-deleted": {
    why: "Agents that connect to it have lost their addresses.",
    todo: createAgain("agents have to move to the new addresses, and the NS records to the new `nsTargets`"),
  },
  "certificates-unmanaged": { why: "Connections fail when the current certificate expires." },
  "authority-deleted": {
    todo: createAgain("the new authority has another key, which hosts and clients have to trust"),
  },
  "events-stopped": { todo: createAgain("it has another id, to which the subscriptions have to refer") },
  "protection-not-known": { why: "The value is a secret of the program: it may admit more." },
  "not-known": { why: "The value is a secret of the program." },
  "backend-changed": { why: "Traffic goes there now." },
  "route-deleted": { todo: createAgain("it has another id") },
};

/** Rules of what only a program does. */
export const excludedFromDrift: readonly string[] = ["protection-declared-off", "protection-gap"];
