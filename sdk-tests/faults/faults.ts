import type { ConnectionFault, Fault } from "../../src/emulator";

/**
 * What a failed attempt says: `slow` nothing, it is no failure; `refused` that the request never arrived; `limited` and
 * `early` that it was not processed; `silent` nothing about that, but another attempt may get an answer; `nonsense` nothing
 * about that, and another attempt gets the same; `denied` that it was refused for good; `untrusted` that there is nobody
 * to talk to.
 */
export type Meaning = "slow" | "refused" | "limited" | "early" | "silent" | "nonsense" | "denied" | "untrusted";

/** One way in which an attempt fails. */
export interface MatrixFault {
  readonly name: string;
  readonly meaning: Meaning;
  /** Where it is made: in the local server, on the way to it, or by a base URL that nobody answers. */
  readonly by:
    | { readonly server: Omit<Fault, "method" | "path" | "when" | "times"> }
    | { readonly connection: Omit<ConnectionFault, "when" | "times"> }
    | "closed port"
    | "no TLS";
  /** What the user is told of it. */
  readonly told: RegExp;
  /** Struck then alone: the service would not answer so otherwise. */
  readonly alone?: "before" | "after";
}

const status = (code: number, meaning: Meaning, alone?: "before"): MatrixFault => ({
  name: `status ${code}`,
  meaning,
  by: { server: { status: code } },
  told: new RegExp(` answered ${code}\\b`),
  ...(alone && { alone }),
});

const html = (code: number): MatrixFault => ({
  name: `status ${code} with a page`,
  meaning: "silent",
  by: { server: { status: code, body: "<html>Bad gateway</html>", contentType: "text/html" } },
  told: new RegExp(` answered ${code}\\b`),
});

const BROKEN = / no answer came \(\w+\)/;
/** Of a fault that lets an attempt time out. */
export const LATE = / no whole answer came in time/;
const STRANGE = /: (the answer (is not|has no)|the member \w+ of the answer has an unexpected type)/;

export const matrixFaults: readonly MatrixFault[] = [
  ...[408, 500, 502, 503, 504].map((code) => status(code, "silent")),
  html(502),
  html(503),
  status(425, "early", "before"),
  status(429, "limited", "before"),
  status(403, "denied", "before"),
  status(302, "denied", "before"),
  { name: "reset", meaning: "silent", by: { connection: { ends: "reset" } }, told: BROKEN },
  { name: "closed connection", meaning: "silent", by: { connection: { ends: "close" } }, told: BROKEN },
  { name: "silence", meaning: "silent", by: { connection: { ends: "hang" } }, told: LATE },
  { name: "half a body, then FIN", meaning: "silent", by: { connection: { ends: "close", half: true } }, told: BROKEN },
  { name: "half a body, then RST", meaning: "silent", by: { connection: { ends: "reset", half: true } }, told: BROKEN },
  {
    name: "half a body, then silence",
    meaning: "silent",
    by: { connection: { ends: "hang", half: true } },
    told: LATE,
  },
  { name: "slow drip", meaning: "slow", by: { connection: { dripMs: 2 } }, told: /^$/, alone: "after" },
  { name: "drip that is too slow", meaning: "silent", by: { connection: { dripMs: 3_000 } }, told: LATE },
  {
    name: "closed port",
    meaning: "refused",
    by: "closed port",
    told: / no answer came \(ECONNREFUSED\)/,
    alone: "before",
  },
  { name: "no TLS", meaning: "untrusted", by: "no TLS", told: / no answer came \(ERR_SSL_\w+\)/, alone: "before" },
  { name: "bad JSON", meaning: "nonsense", by: { server: { malformed: true } }, told: STRANGE },
  {
    name: "a page with status 200",
    meaning: "nonsense",
    by: { server: { status: 200, body: "<html>", contentType: "text/html" } },
    told: STRANGE,
  },
  { name: "a list in place of an object", meaning: "nonsense", by: { server: { body: [] } }, told: STRANGE },
];
