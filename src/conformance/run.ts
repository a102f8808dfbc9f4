import type { Values, WireObject } from "../core/schema/values";
import type { AcceptedMember } from "../emulator/options/registry";
import { printable } from "../insight/report/text";
import { type Collection, objectPath, routesPath } from "./made/collections";
import type { RunRecord } from "./made/record";
import { markOf } from "./mark";
import type { Observations } from "./observations";
import type { Answer, Session } from "./requests/session";

/** The objects of the account that a run may refer to, and what it may do. */
export interface Scope {
  readonly httpsEdge?: string | undefined;
  readonly tlsEdge?: string | undefined;
  readonly tcpEdge?: string | undefined;
  readonly backend?: string | undefined;
  readonly ipPolicy?: string | undefined;
  readonly certificateAuthority?: string | undefined;
  /** The domain below which agent ingresses are created. */
  readonly domain: string;
  /** Values to try where the reference lists none. */
  readonly values: Readonly<Partial<Record<AcceptedMember, readonly string[]>>>;
  /** Configures the modules of the edges that are not configured, and deletes them again. */
  readonly edgeModules: boolean;
  /** Sends GETs without a pause until the service refuses one. */
  readonly findRateLimit: boolean;
  /** Sends GETs alone. */
  readonly readOnly: boolean;
}

/** A run of the scenarios. */
export interface Run {
  readonly id: string;
  readonly scope: Scope;
  readonly session: Session;
  readonly observations: Observations;
  readonly record: RunRecord;
  /** `terminate_at` of the HTTPS edge, as far as it was seen. */
  terminateAt?: unknown;
}

/** A scenario cannot go on: a request on which its other requests depend has failed. */
export class ScenarioEnd extends Error {}

/** Creates an object that carries the mark of the run in its metadata, unless `members` has the mark. */
export async function create(
  run: Run,
  collection: Collection,
  members: WireObject,
): Promise<Values> {
  const body = { metadata: markOf(run.id), ...members };
  const answer = await run.session.post(collection.path, body);
  return created(run, `POST ${collection.path}`, answer);
}

/** Checks the response to a create, and returns the object. */
export function created({ observations }: Run, request: string, answer: Answer): Values {
  const { status, members } = answer;
  requireSuccess(request, answer);
  observations.record("createStatus", statusText(request, status), status === 201);
  const id = String(members.id ?? "");
  if (id === "") throw new ScenarioEnd(`the response to ${request} has no id`);
  const isWellFormed = ID.test(id);
  observations.record(
    "idForm",
    isWellFormed ? "of this form" : `such as ${shown(id)}`,
    isWellFormed,
  );
  const { created_at: createdAt } = members;
  const isInFormat = isTimestamp(createdAt);
  observations.record("timestamps", isInFormat ? "RFC 3339" : shown(createdAt), isInFormat);
  return members;
}

const ID = /^[\w-][\w.-]{0,127}$/;

const isTimestamp = (value: unknown): boolean =>
  typeof value === "string" &&
  /^\d{4}-\d\d-\d\d[Tt]\d\d:\d\d:\d\d(\.\d+)?([Zz]|[+-]\d\d:\d\d)$/.test(value);

/** Sends a request whose success the other requests need. Returns the members of the response. */
export async function read(run: Run, path: string): Promise<Values> {
  const answer = await run.session.get(path);
  return successful(run, `GET ${path}`, answer);
}

/** Checks the response to a GET, a PATCH or a PUT. */
export function successful({ observations }: Run, request: string, answer: Answer): Values {
  requireSuccess(request, answer);
  observations.record("readStatus", statusText(request, answer.status), answer.status === 200);
  return answer.members;
}

export async function patch(run: Run, path: string, body: WireObject): Promise<Values> {
  return successful(run, `PATCH ${path}`, await run.session.patch(path, body));
}

/** Deletes an object, and checks that it is gone. */
export async function deleteAndCheck(run: Run, collection: Collection, id: unknown): Promise<void> {
  const { observations, session } = run;
  const path = objectPath(collection, id);
  const answer = await session.delete(path);
  const { status, text } = answer;
  requireSuccess(`DELETE ${path}`, answer);
  const body = text === "" ? "an empty body" : "a body";
  observations.record("deleteStatus", `${status} with ${body}`, status === 204 && text === "");
  const after = await session.get(path);
  observations.record(
    "deletedObject",
    `GET after DELETE answers ${after.status}`,
    after.status === 404,
  );
}

export function requireSuccess(request: string, { status }: Answer): void {
  if (!isSuccess(status)) throw new ScenarioEnd(`${request} answered ${status}`);
}

export const isSuccess = (status: number): boolean => status >= 200 && status <= 299;

const statusText = (request: string, status: number): string =>
  `${status} for \`${request.split(" ", 1)[0]}\``;

/** The length of a value in a report. */
const MAX_LENGTH = 60;

/** A value of a response, as code in Markdown. */
export function shown(value: unknown): string {
  if (value === undefined) return "absent";
  const text = printable(JSON.stringify(value)).replaceAll("`", "\\u0060");
  return `\`${text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH)}…` : text}\``;
}

/** The path of a route of the run's edge. */
export const routePath = (run: Run, id: unknown): string =>
  objectPath({ path: routesPath(run.scope.httpsEdge ?? "") }, id);

/** The body of a route that serves nothing. */
export const routeBody = (run: Run, match: string): WireObject => ({
  match_type: "path_prefix",
  match,
  metadata: markOf(run.id),
  backend: { enabled: false, backend_id: run.scope.backend },
});
