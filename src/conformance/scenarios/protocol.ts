import { authorities, objectPath } from "../made/collections";
import type { Answer } from "../requests/answers";
import { type Run, shown } from "../run";

/** The protocol: failures, the version of the service, and its rate limit. */
export async function tryProtocol(run: Run): Promise<void> {
  const { observations, session } = run;
  const missing = await session.get(objectPath(authorities, `conformance-${run.id}`));
  observations.record("notFound", `${missing.status} for an unknown id`, missing.status === 404);
  recordErrorBody(run, missing);
  const unversioned = await session.get(authorities.path, { "service-version": "" });
  observations.record("serviceVersion", `${unversioned.status} without the header`);
  if (run.scope.findRateLimit) await findRateLimit(run);
}

function recordErrorBody({ observations }: Run, { headers, members, status, text }: Answer): void {
  const form = formOf(text);
  observations.setOption("errorBody", form);
  const names = Object.keys(members).sort().join(", ");
  observations.record("notFoundBody", form === "json" ? `JSON with ${names}` : form);
  const requestId = headers["x-request-id"] === undefined ? "without" : "with";
  const isFailure = status >= 400 && status <= 499;
  observations.record("failures", `${shown(status)}, ${requestId} \`X-Request-Id\``, isFailure);
}

function formOf(text: string) {
  const start = text.trim().charAt(0);
  if (start === "") return "empty";
  if (start === "{" || start === "[") return "json";
  return start === "<" ? "html" : "text";
}

/** The greatest number of GETs that are sent at once. */
const BURST = 200;

async function findRateLimit({ observations, session }: Run): Promise<void> {
  const { statuses, seconds } = await session.burst(authorities.path, BURST);
  const served = statuses.filter((status) => status !== 429).length;
  if (served === statuses.length) {
    observations.record("rateLimit", `more than ${BURST} requests at once`);
    observations.setOption("requestsPerSecond", 0);
    return;
  }
  // Besides the requests of a second at once, the service has served those of the time that the burst took.
  const perSecond = Math.max(1, Math.round(served / (1 + seconds)));
  observations.record("rateLimit", `429 at about ${perSecond} requests per second`);
  observations.setOption("requestsPerSecond", perSecond);
}
