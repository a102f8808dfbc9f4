import { isListed as isListedDefinition } from "../../src/core/schema/definition";
import type { Meaning } from "./faults";
import type { Operation } from "./operations";

/** The expected end of an operation whose attempts fail. */
export interface Expected {
  /** Number of attempts. */
  readonly attempts: number;
  /** The outcome of the operation: done, refused without a change, kept as incomplete, or unknown. */
  readonly ends: "done" | "error" | "kept" | "unknown";
  /** True if the service has applied the request in the end. */
  readonly isApplied: boolean;
}

const ATTEMPTS = 9;
const LIMITED_ATTEMPTS = 25;

/** Returns the expectation of the reference of the retry policy, independently of the code that implements it. */
export function expected(
  operation: Operation,
  meaning: Meaning,
  when: "before" | "after",
  always: boolean,
): Expected {
  const done = (attempts: number): Expected => ({ attempts, ends: "done", isApplied: true });
  const wasApplied = when === "after";
  if (meaning === "slow") return done(1);
  if (meaning === "denied" || meaning === "untrusted")
    return { attempts: 1, ends: "error", isApplied: false };
  if (meaning === "limited" || meaning === "refused") {
    const attempts = meaning === "limited" ? LIMITED_ATTEMPTS : ATTEMPTS;
    return always ? { attempts, ends: "error", isApplied: false } : done(2);
  }
  if (meaning === "missing") return expectedOfMissing(operation, wasApplied);
  if (operation.method === "POST") return expectedOfPost(operation, meaning, wasApplied, always);
  const isRetried = meaning !== "nonsense";
  if (isRetried && !always) return done(2);
  const attempts = isRetried ? ATTEMPTS : 1;
  // Another request shows that the object is deleted.
  if (operation.method === "DELETE" && wasApplied) return done(attempts);
  const ends = operation.method === "PUT" || operation.method === "PATCH" ? "kept" : "error";
  return { attempts, ends: meaning === "early" ? "error" : ends, isApplied: wasApplied };
}

/**
 * Returns the expectation after a 404 that the API contradicts, by a list, or by another GET if the object is in no
 * list.
 */
function expectedOfMissing(operation: Operation, wasApplied: boolean): Expected {
  const { method, verb, resource } = operation;
  const isListed = isListedDefinition(resource.definition);
  // The edge of a route may be missing. Then nothing was created.
  if (method === "POST" && !isListed) return { attempts: 1, ends: "error", isApplied: wasApplied };
  if (method === "POST") return expectedOfPost(operation, "nonsense", wasApplied, false);
  if (verb === "list" || (verb === "read" && !isListed))
    return { attempts: 2, ends: "done", isApplied: true };
  if (verb === "delete" && wasApplied) return { attempts: 1, ends: "done", isApplied: true };
  const isRoute = resource.definition.type === "HttpsEdgeRoute";
  if (verb === "delete" && isRoute) return { attempts: 2, ends: "done", isApplied: true };
  const isKept = verb === "update" || (verb === "create" && wasApplied);
  return { attempts: 1, ends: isKept ? "kept" : "error", isApplied: wasApplied };
}

function expectedOfPost(
  { resource }: Operation,
  meaning: Meaning,
  wasApplied: boolean,
  always: boolean,
): Expected {
  if (meaning === "early") return { attempts: 1, ends: "error", isApplied: false };
  if (resource.definition.type === "HttpsEdgeRoute")
    return { attempts: 1, ends: "unknown", isApplied: wasApplied };
  if (wasApplied) return { attempts: 1, ends: "done", isApplied: true };
  return always
    ? { attempts: 2, ends: "unknown", isApplied: false }
    : { attempts: 2, ends: "done", isApplied: true };
}
