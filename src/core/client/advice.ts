/* The part of an error message that names the next step, by the status of the response. */

const REDIRECTS = [301, 302, 303, 307, 308];

/** Advice after a redirect; undefined for any other status. */
export function redirectAdvice(
  status: number,
  requested: URL,
  location: string | undefined,
): string | undefined {
  if (!REDIRECTS.includes(status)) return undefined;
  const target = displayTarget(requested, location);
  return `the service redirects ${target}; set edge-ingress:baseUrl to the API's own address`;
}

/** The target of a redirect by its origin alone: its path and query may contain a secret. */
function displayTarget(requested: URL, location: string | undefined): string {
  const target = location === undefined ? null : URL.parse(location, requested.href);
  if (!target || !["https:", "http:"].includes(target.protocol)) return "elsewhere";
  if (target.origin === requested.origin) return `to another path of ${target.origin}`;
  return `to ${target.origin}`;
}

/** Advice if the object of an update is gone. */
export const NO_SUCH_OBJECT =
  "there is no such object; if it was deleted, run `pulumi refresh`; if not, check edge-ingress:baseUrl";

const CREATE_CONFLICT =
  "the request conflicts with an object that exists: if the program has that object under another name, add an alias; if this run " +
  "replaces it, set `deleteBeforeReplace`";

const UPDATE_CONFLICT =
  "the request conflicts with another object: if another resource of the program had these arguments until now, name resources " +
  "by what they are and not by their positions in a list, and add aliases";

/** Advice after a failure. The 404 and 409 of a create mean something else than those of an update. */
export function statusAdvice(operation: string, status: number, apiKeySource: string): string {
  const isCreate = operation.startsWith("POST ");
  const isUpdate = /^(PUT|PATCH) /.test(operation);
  if (status === 401) return `the API key is not accepted: it came from ${apiKeySource}`;
  if (status === 403)
    return "the API key is not permitted to do this; ask for the permission, or use another key";
  if (status === 404 && isUpdate) return NO_SUCH_OBJECT;
  if (status === 404)
    return "there is no such object; if it should exist, check edge-ingress:baseUrl";
  if (status === 405)
    return "there is no such operation at this address; check edge-ingress:baseUrl";
  if (status === 409 && isCreate) return CREATE_CONFLICT;
  if (status === 409 && isUpdate) return UPDATE_CONFLICT;
  if (status === 429) return "the rate limit is reached; run the command again later";
  if (status >= 500) return "the service has a problem; run the command again later";
  return "the service refused the request; check the arguments against its rules";
}
