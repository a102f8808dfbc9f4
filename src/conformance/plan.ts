import type { Scope } from "./scope";

/** Describes the requests of a run, for the user to read before it begins. */
export function planLines(scope: Scope, baseUrl: string): string[] {
  if (scope.readOnly) return [`This run sends GETs alone to ${baseUrl}.`];
  return [
    `This run creates and deletes in the account at ${baseUrl}:`,
    "- about ten SSH certificate authorities, one of which keeps the record of the run",
    `- up to three agent ingresses below ${scope.domain}, without certificates`,
    "- an event destination that no subscription uses",
    ...routeLines(scope),
    ...edgeModuleLines(scope),
    ...rateLines(scope),
    "It also deletes what an earlier run has left.",
  ];
}

function routeLines({ httpsEdge, backend }: Scope): string[] {
  if (!httpsEdge || !backend) return ["- no route: that takes --https-edge and --backend"];
  return [
    `- up to two routes of the HTTPS edge ${httpsEdge} with a disabled backend. The API reference shows no deletion of routes: if the service has none, they stay`,
  ];
}

/** The edges that the user has named. */
export const edgesOf = ({ httpsEdge, tlsEdge, tcpEdge }: Scope): readonly string[] =>
  [httpsEdge, tlsEdge, tcpEdge].filter((edge) => edge !== undefined);

function edgeModuleLines(scope: Scope): string[] {
  if (!scope.edgeModules) return [];
  return [
    `- the modules of ${edgesOf(scope).join(", ")} that are not configured: do not use an edge with traffic`,
  ];
}

const rateLines = ({ findRateLimit }: Scope): string[] =>
  findRateLimit ? ["It also sends 200 GETs at once."] : [];
