import { type Issue, invalid } from "./errors";
import { complete, show } from "./project";
import type { ModuleDefinition } from "./schemas/modules";
import type { Caller, EmulatorState } from "./state";
import type { Wire } from "./wire";

/** Turns a written module into the one that is stored: defaults filled in, read shape, every member present. */
export function storedModule(
  definition: ModuleDefinition,
  written: Wire,
  owner: string,
  { options }: EmulatorState,
): Wire {
  const set = Object.fromEntries(Object.entries(written).filter(([, value]) => value !== undefined && value !== null));
  const documented = { enabled: true, ...definition.documented(options) };
  const defaults = { none: {}, documented, service: { ...definition.service, ...documented } };
  const filled = { ...defaults[options.filledDefaults], ...set };
  return complete(definition.read, definition.toRead(filled, owner));
}

/** The rules of a module that depend on options and fixtures, its members named below `member`. */
export function moduleIssues(definition: ModuleDefinition, written: Wire, state: EmulatorState, member = ""): Issue[] {
  return definition.check(written, state).map((issue) => ({
    ...issue,
    member: member === "" ? issue.member : `${member}.${issue.member}`,
  }));
}

/** The answer to the GET of a module. */
export function shownModule(definition: ModuleDefinition, stored: Wire, caller: Caller): Wire {
  return show(definition.read, stored, caller);
}

/** Where TLS ends on an HTTPS edge: as edited out of band, as the fixtures say, or as the option says. */
export function terminateAt(edgeId: string, { state, account }: Pick<Caller, "state" | "account">): unknown {
  const stored = state.store.get(account, `/edges/https/${edgeId}/tls_termination`)?.body.terminate_at;
  return stored ?? state.known.terminateAt(edgeId) ?? state.options.terminateAt;
}

const allowedUpstream: readonly string[] = ["backend", "ip_restriction"];

/** Refuses modules that need the decrypted traffic on an edge that passes TLS through, when the option says so. */
export function checkUpstream(names: readonly string[], edgeId: string, caller: Caller): void {
  if (caller.state.options.modulesOnUpstreamEdge === "allow" || terminateAt(edgeId, caller) !== "upstream") return;
  const refused = names.filter((name) => !allowedUpstream.includes(name));
  if (refused.length === 0) return;
  throw invalid(
    refused.map((member) => ({ member, message: "is not allowed on an edge that terminates TLS upstream" })),
  );
}
