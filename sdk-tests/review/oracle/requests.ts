import { type Ingress, isHidden } from "./model";
import { peopleOf } from "./people";
import type { Request } from "./reach";

/** Requests that represent all that two ingresses may treat differently. */

const OTHER_HOST = "other.example.com";

const distinct = <T>(values: readonly T[]): T[] => [...new Set(values)];

const known = <T>(values: readonly (T | object)[]): T[] => values.filter((value): value is T => !isHidden(value));

/** For each person: each match of the ingresses, as it is and with another segment, on each edge and host. */
export function requestsOf(...ingresses: readonly Ingress[]): Request[] {
  const routes = ingresses.flatMap((ingress) => ingress.routes);
  const edges = distinct(known<string>(routes.map(({ edgeId }) => edgeId)));
  const matches = known<string>(routes.map(({ match }) => match));
  const hosts = distinct([...matches.map((match) => match.split("/")[0] ?? ""), OTHER_HOST]).filter(Boolean);
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
