import { isSuccess } from "../../core/client/status";
import type { Values } from "../../core/schema/values";
import { routesPath } from "../made/collections";
import { matchOf } from "../mark";
import { type Answer, ScenarioEnd } from "../requests/answers";
import { created, isUrl, type Run, read, routeBody, routePath, shown } from "../run";
import { tryInlineModules } from "./inline-modules";
import { tryLogins } from "./logins";
import { tryModulePaths } from "./module-paths";

/** A route that serves nothing: its life, and its modules. */
export async function tryRoutes(run: Run): Promise<void> {
  const { httpsEdge, backend } = run.scope;
  if (!httpsEdge || !backend) return;
  if (!run.record.isKept) throw new ScenarioEnd(NO_RECORD);
  const route = await createRoute(run, httpsEdge, "route");
  await tryRoute(run, route);
  if (run.terminateAt === "upstream") await tryUpstream(run, route);
  else {
    await tryInlineModules(run, route);
    await tryLogins(run, route);
    await tryModulePaths(run, route);
  }
  await tryDeletion(run, httpsEdge, route);
}

const NO_RECORD =
  "no route is created, because the service does not show `metadata` as it was sent: a later run could not find the route";

async function createRoute(run: Run, edge: string, name: string): Promise<Values> {
  const answer = await postRoute(run, edge, name);
  return created(run, `POST ${routesPath(edge)}`, answer);
}

/** Sends the request that creates a route. The record gets the id, because the API lists no routes. */
async function postRoute(run: Run, edge: string, name: string): Promise<Answer> {
  const { record, session } = run;
  const match = `${matchOf(run.id)}/${name}`;
  await record.expectRoute(edge, match);
  const answer = await session.post(routesPath(edge), routeBody(run, match));
  const { id } = answer.members;
  // A failure of the service, or a success without an id, leaves it open whether there is a route.
  if (isSuccess(answer.status) && (id ?? "") !== "") await record.addRoute(String(id));
  else if (answer.status >= 400 && answer.status < 500) await record.expectNoRoute();
  return answer;
}

async function tryRoute(run: Run, route: Values): Promise<void> {
  const { observations, scope } = run;
  const path = routePath(run, route.id);
  const { compression, backend, uri } = await read(run, path);
  const isUnset = (compression ?? null) === null;
  observations.record("unsetMembers", shown(compression), isUnset);
  observations.record("absoluteUris", shown(typeof uri), isUrl(uri));
  const reference = (backend as Values | null)?.backend as Values | undefined;
  const isReference = reference?.id === scope.backend;
  const names = Object.keys(reference ?? {}).map((name) => `\`${name}\``);
  observations.record(
    "references",
    isReference ? names.join(" and ") : shown(backend),
    isReference,
  );
}

/** The modules that an edge disallows if TLS ends upstream. */
async function tryUpstream(run: Run, route: Values): Promise<void> {
  const { observations, session } = run;
  const { status } = await session.patch(routePath(run, route.id), { compression: {} });
  const isStored = isSuccess(status);
  observations.record(
    "upstreamModules",
    isStored ? "stores `compression`" : `${status} for \`compression\``,
  );
  observations.setOption("modulesOnUpstreamEdge", isStored ? "allow" : "reject");
}

/** The deletion of routes, which the reference does not show. */
async function tryDeletion(run: Run, edge: string, route: Values): Promise<void> {
  const { observations, session } = run;
  const path = routePath(run, route.id);
  const { status } = await session.delete(path);
  const isDeleted = isSuccess(status) && (await session.get(path)).status === 404;
  observations.record(
    "routeDeletion",
    isDeleted ? `${status}, and the route is gone` : `${status}`,
  );
  observations.setOption("routeDeletion", isDeleted ? "204" : "none");
  if (!isDeleted) return;
  await run.record.removeRoute(String(route.id));
  await tryDuplicate(run, edge);
}

/** A second route with the same match. It is created only if routes can be deleted. */
async function tryDuplicate(run: Run, edge: string): Promise<void> {
  await createRoute(run, edge, "duplicate");
  const { status } = await postRoute(run, edge, "duplicate");
  recordDuplicate(run, isSuccess(status), status);
}

function recordDuplicate({ observations }: Run, isStored: boolean, status: number): void {
  const option = isStored ? "allow" : "reject";
  const text = isStored ? "stores a second one" : `${status} for a second one`;
  const ofDomains = observations.options.duplicates;
  const isMixed = ofDomains !== undefined && ofDomains !== option;
  const note = isMixed ? "; the local server has one option for domains and matches" : "";
  observations.record("duplicateMatches", text + note);
  if (ofDomains === undefined) observations.setOption("duplicates", option);
}
