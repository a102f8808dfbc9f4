import { notFound, refuse } from "../http/errors";
import type { ModuleDefinition } from "../modules";
import { toStored } from "../shapes/forms";
import type { Caller, EmulatorState } from "../state/state";
import type { Issue } from "../validation/issue";
import type { Wire } from "../wire";

/** The form that is stored of a written module: defaults filled in, read shape, every member present. */
export function toStoredModule(
  definition: ModuleDefinition,
  written: Wire,
  owner: string,
  { options }: EmulatorState,
): Wire {
  const set = Object.fromEntries(Object.entries(written).filter(([, value]) => value !== undefined && value !== null));
  const documented = { enabled: true, ...definition.documented(options) };
  const defaults = { none: {}, documented, service: { ...definition.service, ...documented } };
  const filled = { ...defaults[options.filledDefaults], ...set };
  return toStored(definition.read, definition.toStored(filled, owner));
}

/** The rules of a module that depend on options and fixtures, its members named below `member`. */
export function moduleIssues(definition: ModuleDefinition, written: Wire, state: EmulatorState, member = ""): Issue[] {
  return definition.check(written, state).map((issue) => ({
    ...issue,
    member: member === "" ? issue.member : `${member}.${issue.member}`,
  }));
}

/** Where TLS ends on an HTTPS edge: as edited out of band, as the fixtures say, or as the option says. */
export function terminateAt(edgeId: string, { state, account }: Pick<Caller, "state" | "account">): unknown {
  const stored = state.store.get(account, `/edges/https/${edgeId}/tls_termination`)?.body.terminate_at;
  return stored ?? state.known.terminateAt(edgeId) ?? state.options.terminateAt;
}

const allowedUpstream: readonly string[] = ["backend", "ip_restriction"];

/** Refuses modules that need the decrypted traffic on an edge that passes TLS through, if the option is set so. */
export function refuseUpstream(names: readonly string[], edgeId: string, caller: Caller): void {
  if (caller.state.options.modulesOnUpstreamEdge === "allow" || terminateAt(edgeId, caller) !== "upstream") return;
  const refused = names.filter((name) => !allowedUpstream.includes(name));
  refuse(refused.map((member) => ({ member, message: "is not allowed on an edge that terminates TLS upstream" })));
}

/** What the GET of a module that is not configured answers, as the option `unsetModule` says. */
export function unsetAnswer(definition: ModuleDefinition, { state }: Caller): Wire | null {
  const behaviour = state.options.unsetModule;
  if (behaviour === "404") throw notFound("the module");
  if (behaviour === "null") return null;
  if (behaviour === "empty") return {};
  const members = Object.keys(definition.read.shape).map((member) => [member, null]);
  return { ...Object.fromEntries(members), enabled: false };
}

/** Refuses the DELETE of a module that is not configured, unless the option `deleteUnsetModule` allows it. */
export function refuseUnsetDelete(isSet: boolean, { state }: Caller): void {
  if (!isSet && state.options.deleteUnsetModule === "404") throw notFound("the module");
}
