import type { Fault } from "../../src/emulator";
import type { ConnectionFault } from "../support/connection-faults";
import type { Operation } from "./operations";

/**
 * What a failed attempt says: `slow` nothing, it is no failure; `refused` that the request never arrived; `limited` and
 * `early` that it was not processed; `silent` nothing about that, but another attempt may get an answer; `nonsense` nothing
 * about that, and another attempt gets the same; `denied` that it was refused for good; `untrusted` that there is nobody
 * to talk to.
 */
export type Meaning = "slow" | "refused" | "limited" | "early" | "silent" | "nonsense" | "denied" | "untrusted";

/** A fault of the local server, whatever it hits. */
export type ServerFault = Omit<Fault, "method" | "path" | "when" | "times">;

/** One way in which an attempt fails. */
export interface MatrixFault {
  readonly name: string;
  readonly meaning: Meaning;
  /** Where it is made: in the local server, on the way to it, or by a base URL that nobody answers. */
  readonly by:
    | { readonly server: ServerFault }
    | { readonly answer: (id: string) => unknown }
    | { readonly connection: Omit<ConnectionFault, "when" | "times"> }
    | "closed port"
    | "no TLS";
  /** What the user sees of it. */
  readonly told: RegExp;
  /** Struck then alone: the service would not answer so otherwise. */
  readonly alone?: "before" | "after";
  /** Struck by these operations alone; the answer is a right one to others. */
  readonly isFor?: (operation: Operation) => boolean;
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

/** A 404 of something in front of the API, which says nothing about the object. */
const gateway404 = (body: string, contentType: string, name: string): MatrixFault => ({
  name: `status 404 with ${name}`,
  meaning: "nonsense",
  by: { server: { status: 404, body, contentType } },
  told: / answered 404, but the answer is not the API's: its body /,
  // The look whether the answer is the API's is the same request.
  isFor: ({ verb, template }) => verb !== "list" || template !== "/agent_ingresses",
});

const BROKEN = / no response \(\w+\)/;
/** Of a fault that lets an attempt time out. */
export const LATE = / timed out waiting for the response/;
const STRANGE =
  /: (an item of the list: )?(the answer (is not|has no|is empty|is about another|has a body)|the member \w+ of the answer has an unexpected type)/;

/** An object of every kind at once, none of which anybody has asked for. */
const ANOTHER = {
  id: "other_1",
  edge_id: "edge_other",
  created_at: "2020-01-01T00:00:00Z",
  domain: "other.example.com",
  public_key: "ssh-ed25519 AAAA",
  format: "json",
  target: {},
  match_type: "exact_path",
  match: "/other",
  enabled: true,
};

/** Answers with a status of success that are not what was asked for. What confirms a deletion has no body either. */
const likeSuccess = (name: string, answer: (id: string) => unknown, isFor?: MatrixFault["isFor"]): MatrixFault => ({
  name: `${name} with status 200`,
  meaning: "nonsense",
  by: { answer },
  told: STRANGE,
  ...(isFor && { isFor }),
});

const isNoDeletion = ({ method }: Operation): boolean => method !== "DELETE";

export const matrixFaults: readonly MatrixFault[] = [
  ...[408, 500, 502, 503, 504].map((code) => status(code, "silent")),
  html(502),
  html(503),
  gateway404("<html>404 Not Found</html>", "text/html", "a page"),
  gateway404('{"message":"no Route matched with those values"}', "application/json", "JSON of a gateway"),
  gateway404("", "text/plain", "nothing"),
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
    told: / no response \(ECONNREFUSED\)/,
    alone: "before",
  },
  { name: "no TLS", meaning: "untrusted", by: "no TLS", told: / no response \(ERR_SSL_\w+\)/, alone: "before" },
  { name: "bad JSON", meaning: "nonsense", by: { server: { malformed: true } }, told: STRANGE },
  {
    name: "a page with status 200",
    meaning: "nonsense",
    by: { server: { status: 200, body: "<html>", contentType: "text/html" } },
    told: STRANGE,
  },
  {
    name: "a page in another charset with status 200",
    meaning: "nonsense",
    by: { server: { status: 200, body: "<p>é", contentType: "text/html; charset=UTF-16" } },
    told: /: the answer is in the charset utf-16, which this provider does not read; /,
  },
  likeSuccess("an empty object", () => ({})),
  likeSuccess("null", () => null, isNoDeletion),
  likeSuccess("an error", () => ({ error: "upstream unavailable" })),
  likeSuccess("another object", () => ANOTHER),
  likeSuccess("an object without its members", (id) => ({ id: id === "" ? "other_1" : id })),
  likeSuccess(
    "a list that is cut short",
    () => ({ ingresses: [], ssh_certificate_authorities: [], event_destinations: [] }),
    ({ verb }) => verb === "list",
  ),
  { name: "204", meaning: "nonsense", by: { server: { status: 204 } }, told: STRANGE, isFor: isNoDeletion },
  { name: "a list in place of an object", meaning: "nonsense", by: { server: { body: [] } }, told: STRANGE },
];
