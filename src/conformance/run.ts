import { isSuccess } from "../core/client/status";
import { formatProblem } from "../core/schema/leaves";
import type { Values, WireObject } from "../core/schema/values";
import { printable } from "../insight/report/text";
import { type Collection, objectPath, routesPath } from "./made/collections";
import type { RunRecord } from "./made/record";
import { markOf } from "./mark";
import type { Observations } from "./observations";
import type { PointName } from "./points";
import { type Answer, requireSuccess, ScenarioEnd } from "./requests/answers";
import type { Session } from "./requests/session";
import type { Scope } from "./scope";

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
  const { id } = members;
  const isWellFormed = typeof id === "string" && formatProblem("id", id) === undefined;
  observations.record(
    "idForm",
    isWellFormed ? "of this form" : `such as ${shown(id)}`,
    isWellFormed,
  );
  if ((id ?? "") === "") throw new ScenarioEnd(`the response to ${request} has no id`);
  const { created_at: createdAt } = members;
  const isInFormat = isTimestamp(createdAt);
  observations.record("timestamps", isInFormat ? "RFC 3339" : shown(createdAt), isInFormat);
  return members;
}

const isTimestamp = (value: unknown): boolean =>
  typeof value === "string" &&
  /^\d{4}-\d\d-\d\d[Tt]\d\d:\d\d:\d\d(\.\d+)?([Zz]|[+-]\d\d:\d\d)$/.test(value);

/** Reads an object. @throws {ScenarioEnd} if it cannot be read. */
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

/** Changes an object. @throws {ScenarioEnd} if the service refuses the change. */
export async function patch(run: Run, path: string, body: WireObject): Promise<Values> {
  return successful(run, `PATCH ${path}`, await run.session.patch(path, body));
}

/** Deletes an object, and observes when it is gone. */
export async function deleteAndCheck(run: Run, collection: Collection, id: unknown): Promise<void> {
  const { observations, session } = run;
  const path = objectPath(collection, id);
  const answer = await session.delete(path);
  const { status, text } = answer;
  requireSuccess(`DELETE ${path}`, answer);
  const body = text === "" ? "an empty body" : "a body";
  observations.record("deleteStatus", `${status} with ${body}`, status === 204 && text === "");
  const seconds = await secondsUntil(run, async () => (await session.get(path)).status === 404);
  observations.record(
    "deletedObject",
    seconds === undefined ? "GET after DELETE still finds it" : elapsedText(seconds),
    seconds !== undefined,
  );
}

/** The time that an object may take to appear or to end. */
const MAX_SECONDS = 60;

/** Seconds until a condition holds; undefined if it does not hold within a minute. */
export async function secondsUntil(
  { session }: Run,
  condition: () => Promise<boolean>,
): Promise<number | undefined> {
  for (let seconds = 0; seconds <= MAX_SECONDS; seconds++) {
    if (await condition()) return seconds;
    await session.sleep(1_000);
  }
  return undefined;
}

export const elapsedText = (seconds: number): string =>
  seconds === 0 ? "at once" : `after about ${seconds} s`;

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

export const isUrl = (uri: unknown): boolean => /^https?:\/\//i.test(String(uri));

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

/** Changes an object at a point that the provider relies on. Returns undefined if the service refuses the change. */
export async function patchAt(
  run: Run,
  { point, path }: { readonly point: PointName; readonly path: string },
  body: WireObject,
): Promise<Values | undefined> {
  const answer = await run.session.patch(path, body);
  if (isSuccess(answer.status)) return successful(run, `PATCH ${path}`, answer);
  run.observations.record(point, `${answer.status} for a PATCH`, false);
  return undefined;
}
