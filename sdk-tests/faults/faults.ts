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
type ServerFault = Omit<Fault, "method" | "path" | "when" | "times">;

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

const BROKEN = / no response \(\w+\)/;
/** Of a fault that lets an attempt time out. */
export const LATE = / timed out waiting for the response/;
const STRANGE =
  /: (an item of the list: )?(the answer (is not|has no|is empty|is about another|has a body)|the member \w+ of the answer has an unexpected type)/;

type More = Pick<MatrixFault, "alone" | "isFor">;

const fault = (name: string, meaning: Meaning, by: MatrixFault["by"], told: RegExp, more: More = {}): MatrixFault => ({
  name,
  meaning,
  by,
  told,
  ...more,
});

const answered = (code: number): RegExp => new RegExp(` answered ${code}\\b`);

const status = (code: number, meaning: Meaning, more?: More): MatrixFault =>
  fault(`status ${code}`, meaning, { server: { status: code } }, answered(code), more);

const page = (code: number): ServerFault => ({
  status: code,
  body: "<html>Bad gateway</html>",
  contentType: "text/html",
});

const html = (code: number): MatrixFault =>
  fault(`status ${code} with a page`, "silent", { server: page(code) }, answered(code));

/** A 404 of something in front of the API, which says nothing about the object. */
const gateway404 = (body: string, contentType: string, name: string): MatrixFault =>
  fault(
    `status 404 with ${name}`,
    "nonsense",
    { server: { status: 404, body, contentType } },
    / answered 404, but the answer is not the API's: its body /,
    // The look whether the answer is the API's is the same request.
    { isFor: ({ verb, template }) => verb !== "list" || template !== "/agent_ingresses" },
  );

/** A connection on which no whole answer comes. */
const cut = (name: string, connection: Omit<ConnectionFault, "when" | "times">, told: RegExp): MatrixFault =>
  fault(name, "silent", { connection }, told);

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

/** An answer with a status of success that is not what was asked for. What confirms a deletion has no body either. */
const likeSuccess = (name: string, answer: (id: string) => unknown, more?: More): MatrixFault =>
  fault(`${name} with status 200`, "nonsense", { answer }, STRANGE, more);

const NO_DELETION: More = { isFor: ({ method }) => method !== "DELETE" };
const BEFORE: More = { alone: "before" };

export const matrixFaults: readonly MatrixFault[] = [
  ...[408, 500, 502, 503, 504].map((code) => status(code, "silent")),
  html(502),
  html(503),
  gateway404("<html>404 Not Found</html>", "text/html", "a page"),
  gateway404('{"message":"no Route matched with those values"}', "application/json", "JSON of a gateway"),
  gateway404("", "text/plain", "nothing"),
  status(425, "early", BEFORE),
  status(429, "limited", BEFORE),
  status(403, "denied", BEFORE),
  status(302, "denied", BEFORE),
  cut("reset", { ends: "reset" }, BROKEN),
  cut("closed connection", { ends: "close" }, BROKEN),
  cut("silence", { ends: "hang" }, LATE),
  cut("half a body, then FIN", { ends: "close", half: true }, BROKEN),
  cut("half a body, then RST", { ends: "reset", half: true }, BROKEN),
  cut("half a body, then silence", { ends: "hang", half: true }, LATE),
  fault("slow drip", "slow", { connection: { dripMs: 2 } }, /^$/, { alone: "after" }),
  cut("drip that is too slow", { dripMs: 3_000 }, LATE),
  fault("closed port", "refused", "closed port", / no response \(ECONNREFUSED\)/, BEFORE),
  fault("no TLS", "untrusted", "no TLS", / no response \(ERR_SSL_\w+\)/, BEFORE),
  fault("bad JSON", "nonsense", { server: { malformed: true } }, STRANGE),
  fault("a page with status 200", "nonsense", { server: page(200) }, STRANGE),
  fault(
    "a page in another charset with status 200",
    "nonsense",
    { server: { status: 200, body: "<p>é", contentType: "text/html; charset=UTF-16" } },
    /: the answer is in the charset utf-16, which this provider does not read; /,
  ),
  likeSuccess("an empty object", () => ({})),
  likeSuccess("null", () => null, NO_DELETION),
  likeSuccess("an error", () => ({ error: "upstream unavailable" })),
  likeSuccess("another object", () => ANOTHER),
  likeSuccess("an object without its members", (id) => ({ id: id === "" ? "other_1" : id })),
  likeSuccess(
    "a list that is cut short",
    () => ({ ingresses: [], ssh_certificate_authorities: [], event_destinations: [] }),
    { isFor: ({ verb }) => verb === "list" },
  ),
  fault("204", "nonsense", { server: { status: 204 } }, STRANGE, NO_DELETION),
  fault("a list in place of an object", "nonsense", { server: { body: [] } }, STRANGE),
];
