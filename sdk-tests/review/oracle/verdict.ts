import { type Ingress, isHidden } from "./model";
import { peopleOf } from "./people";
import { opens, type Request } from "./reach";

/** The minimum that a review has to find. */
export interface Verdict {
  readonly severity: "high" | "medium";
  /** A request that was refused. */
  readonly request: Request;
}

/**
 * Returns `high` if strangers are let in whatever the API reference and the preview leave open; `medium` if that
 * depends on what they leave open, if only people with a credential are let in, or only requests without effect
 * (`OPTIONS`).
 */
export function verdictOn(before: Ingress, after: Ingress): Verdict | undefined {
  let found: Verdict | undefined;
  for (const request of requestsOf(before, after)) {
    const isGrave = request.person.isStranger && request.method === "GET";
    if (found && !isGrave) continue;
    const opened = opens(before, after, request);
    if (opened === "certainly" && isGrave) return { severity: "high", request };
    if (opened !== "never") found ??= { severity: "medium", request };
  }
  return found;
}

const OTHER_HOST = "other.example.com";

const distinct = <T>(values: readonly T[]): T[] => [...new Set(values)];

const known = <T>(values: readonly (T | object)[]): T[] =>
  values.filter((value): value is T => !isHidden(value));

/**
 * Requests that represent all requests that ingresses may treat differently: for each person, each match of the
 * ingresses, unchanged and with another segment, on each edge and host.
 */
function requestsOf(...ingresses: readonly Ingress[]): Request[] {
  const routes = ingresses.flatMap((ingress) => ingress.routes);
  const edges = distinct(known<string>(routes.map(({ edgeId }) => edgeId)));
  const matches = known<string>(routes.map(({ match }) => match));
  const hosts = distinct([...matches.map((match) => match.split("/")[0] ?? ""), OTHER_HOST]).filter(
    Boolean,
  );
  const paths = distinct(matches.flatMap(pathsOf));
  return peopleOf(...ingresses).flatMap((person) =>
    edges.flatMap((edgeId) =>
      hosts.flatMap((host) =>
        paths.flatMap((path) =>
          (["GET", "OPTIONS"] as const).map((method) => ({ edgeId, host, path, method, person })),
        ),
      ),
    ),
  );
}

function pathsOf(match: string): string[] {
  const path = match.includes("/") ? match.slice(match.indexOf("/")) : "/";
  return [path, `${path.replace(/\/$/, "")}/x`];
}
