import { isSuccess } from "../../core/client/status";
import type { WireObject } from "../../core/schema/values";
import { routesPath } from "../made/collections";
import { type Answer, isModuleUnset } from "../requests/answers";
import { type Run, shown, successful } from "../run";
import { findAcceptedValues } from "./values";

/** A module of an edge, with a configuration that a run may give it. */
interface EdgeModule {
  readonly path: string;
  readonly body: WireObject;
}

/** The modules of the edges that the user has named. Without `--edge-modules` they are only read. */
export async function tryEdges(run: Run): Promise<void> {
  const { record, scope } = run;
  const { edgeModules, httpsEdge, readOnly } = scope;
  for (const module of namedModules(run)) {
    const answer = await run.session.get(module.path);
    if (isSuccess(answer.status)) recordTermination(run, module, answer);
    if (edgeModules && !readOnly && record.isKept && isModuleUnset(answer))
      await tryModule(run, module);
  }
  if (httpsEdge) await tryRouteList(run, httpsEdge);
}

function namedModules({ scope }: Run): readonly EdgeModule[] {
  const { httpsEdge, tlsEdge, tcpEdge, backend, certificateAuthority } = scope;
  const termination = {
    path: `/edges/https/${httpsEdge}/tls_termination`,
    body: { enabled: false },
  };
  const modules: EdgeModule[] = httpsEdge ? [termination] : [];
  if (certificateAuthority) {
    const body = { enabled: false, certificate_authority_ids: [certificateAuthority] };
    if (httpsEdge) modules.push({ path: `/edges/https/${httpsEdge}/mutual_tls`, body });
    if (tlsEdge) modules.push({ path: `/edges/tls/${tlsEdge}/mutual_tls`, body });
  }
  if (tcpEdge && backend) {
    const body = { enabled: false, backend_id: backend };
    modules.push({ path: `/edges/tcp/${tcpEdge}/backend`, body });
  }
  return modules;
}

function recordTermination(
  run: Run,
  { path }: EdgeModule,
  { members }: Pick<Answer, "members">,
): void {
  const at = members.terminate_at;
  if (!path.endsWith("/tls_termination") || (at !== "edge" && at !== "upstream")) return;
  run.terminateAt = at;
  run.observations.setOption("terminateAt", at);
}

/** Configures a module that is not configured, and deletes it again. The record names it meanwhile. */
async function tryModule(run: Run, module: EdgeModule): Promise<void> {
  const { record, session } = run;
  const { path, body } = module;
  await record.addModule(path);
  const answer = await session.put(path, body);
  if (isSuccess(answer.status)) {
    const members = successful(run, `PUT ${path}`, answer);
    recordTermination(run, module, answer);
    if (path.endsWith("/tls_termination")) await tryVersions(run, path, members);
  }
  // After another response, the record keeps the module for the cleanup.
  const { status } = await session.delete(path);
  if (isSuccess(status) || status === 404) await record.removeModule(path);
}

const VERSIONS = ["1.0", "1.1", "1.2", "1.3"];

async function tryVersions(run: Run, path: string, unset: WireObject): Promise<void> {
  const { observations, session } = run;
  if (run.terminateAt === "upstream") return;
  await findAcceptedValues(
    run,
    { point: "minVersion", member: "tls_termination.min_version", known: VERSIONS },
    async (version) =>
      isSuccess((await session.put(path, { enabled: false, min_version: version })).status),
  );
  if (typeof unset.min_version !== "string") return;
  observations.record("minVersion", `${shown(unset.min_version)} when omitted`);
  observations.setOption("defaultMinVersion", unset.min_version);
}

/** The reference does not show a list of routes. The response is not read. */
async function tryRouteList({ observations, session }: Run, edge: string): Promise<void> {
  const { status, members } = await session.get(routesPath(edge));
  const isList = isSuccess(status) && Object.values(members).some(Array.isArray);
  observations.record("routeList", isList ? "there is a list" : `${status}`);
}
