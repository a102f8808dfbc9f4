import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { PointName } from "../../src/conformance/points";
import { createReport, exitCode } from "../../src/conformance/report/report";
import { parseBaseUrl } from "../../src/core/client/address";
import {
  createTransport,
  type Transport,
  type TransportRequest,
  type TransportResponse,
} from "../../src/core/client/transport";
import { defaultTimeouts } from "../../src/core/client/wait";
import { type Emulator, startEmulator } from "../../src/emulator";
import { clock, runAt } from "./run";

/** Tests of runs against services that behave in another way than the reference states. */

let emulator: Emulator;
beforeAll(async () => {
  emulator = await startEmulator();
});
beforeEach(() => emulator.reset());
afterAll(() => emulator.close());

/** Changes a response of the local server, or answers in its place. */
type Change = (
  request: TransportRequest,
  response: TransportResponse,
) => Partial<TransportResponse> | undefined;

function changedBy(change: Change): Transport {
  const send = createTransport(parseBaseUrl(emulator.url), defaultTimeouts);
  return async (request, withinMs) => {
    const response = await send(request, withinMs);
    return { ...response, ...change(request, response) };
  };
}

const isList = ({ method, url }: TransportRequest): boolean =>
  method === "GET" && /^\/(agent|ssh|event)_\w+$/.test(url.pathname);

/** Refuses requests without sending them. */
const refusing =
  (status: number, isRefused: (request: TransportRequest) => boolean) => (): Transport => {
    const send = createTransport(parseBaseUrl(emulator.url), defaultTimeouts);
    return async (request, withinMs) =>
      isRefused(request) ? { status, headers: {}, text: "" } : send(request, withinMs);
  };

/** Answers with 404 to the first requests for each object. */
function slowlyFound(): Transport {
  const send = createTransport(parseBaseUrl(emulator.url), defaultTimeouts);
  const requests = new Map<string, number>();
  return async (request, withinMs) => {
    const { pathname } = request.url;
    const number = (requests.get(pathname) ?? 0) + 1;
    requests.set(pathname, number);
    const isObject = /\/(\w+_)?(agin|sshca|evdst|edghtsrt)_\w+$/.test(pathname);
    if (isObject && number <= 3) return { status: 404, headers: {}, text: "{}" };
    return send(request, withinMs);
  };
}

const replaced =
  (pattern: RegExp, text: string, isChanged: (request: TransportRequest) => boolean = () => true) =>
  (): Transport =>
    changedBy((request, response) =>
      isChanged(request) ? { text: response.text.replaceAll(pattern, text) } : undefined,
    );

/** Changes the values in each JSON of the service. */
const changedValues = (change: (name: string, value: unknown) => unknown) => (): Transport =>
  changedBy((_, { text }) =>
    text.startsWith("{") ? { text: JSON.stringify(JSON.parse(text, change)) } : undefined,
  );

interface Service {
  readonly title: string;
  readonly transport: () => Transport;
  /** The points at which the provider does not work with the service. */
  readonly unsupported?: readonly PointName[];
  /** Expected beginnings of the failures. */
  readonly failures?: readonly string[];
}

const services: readonly Service[] = [
  { title: "finds a new object after a few seconds", transport: slowlyFound },
  {
    title: "answers with 200 to a create",
    transport: () => changedBy(({ method }) => (method === "POST" ? { status: 200 } : undefined)),
  },
  { title: "has lists without an address", transport: replaced(/"uri":"[^"]*",/g, "", isList) },
  {
    title: "leaves a policy out that is null",
    transport: changedValues((name, value) =>
      name.startsWith("certificate_management_") && value === null ? undefined : value,
    ),
  },
  { title: "changes the letters of header names", transport: replaced(/"x-/g, '"X-') },
  {
    title: "ends a list with an empty address",
    transport: replaced(/"next_page_uri":null/g, '"next_page_uri":""'),
    unsupported: ["lists"],
  },
  {
    title: "has lists that lead away",
    transport: replaced(
      /"next_page_uri":null/g,
      '"next_page_uri":"https://other.example/x"',
      isList,
    ),
    unsupported: ["lists"],
  },
  {
    title: "refuses an empty description",
    transport: refusing(400, ({ body }) => body === '{"description":""}'),
    unsupported: ["clearedText"],
  },
  {
    title: "refuses every create",
    transport: refusing(403, ({ method }) => method === "POST"),
    failures: [
      "SSH certificate authorities: POST /ssh_certificate_authorities answered 403",
      "agent ingresses: POST /agent_ingresses answered 403",
      "event destinations: POST /event_destinations answered 403",
      "routes: no route is created",
      "lists: POST /ssh_certificate_authorities answered 403",
    ],
  },
  {
    title: "cuts metadata",
    transport: changedValues((name, value) =>
      name === "metadata" && typeof value === "string" ? value.slice(0, 40) : value,
    ),
    unsupported: ["createdValues"],
    failures: ["routes: no route is created"],
  },
];

describe("a run against a service that", () => {
  it.for(services)("$title leaves nothing, and judges as the provider works", async (service) => {
    const { unsupported = [], failures = [] } = service;
    const result = await runAt(emulator, {}, { transport: service.transport(), clock });
    const head = { baseUrl: emulator.url, time: "", version: "" };
    const report = createReport(head, result);
    const points = report.points.filter(
      ({ observation }) => observation?.verdict === "unsupported",
    );
    expect(points.map(({ name }) => name)).toEqual(unsupported);
    expect(result.failures).toEqual(failures.map((start) => expect.stringMatching(`^${start}`)));
    expect(emulator.objects()).toEqual([]);
    const isFine = unsupported.length === 0 && failures.length === 0;
    expect(exitCode(report) === 0).toBe(isFine && result.left.length === 0);
  });

  it("repeats the key in its responses has no key in the result", async () => {
    const transport = changedBy((_, { text }) => ({
      text: text.replaceAll('"service."', JSON.stringify(`Bearer ${emulator.apiKey}`)),
    }));
    const result = await runAt(emulator, {}, { transport, clock });
    expect(JSON.stringify(result.observations.options)).toContain("********");
    expect(JSON.stringify(result.observations.options)).not.toContain(emulator.apiKey);
  });

  it("does not delete modules of edges is named with the modules that are left", async () => {
    const isDelete = ({ method, url }: TransportRequest) =>
      method === "DELETE" && url.pathname.endsWith("/tls_termination");
    const result = await runAt(emulator, {}, { transport: refusing(403, isDelete)(), clock });
    expect(result.left).toEqual([
      "module /edges/https/edghts_1/tls_termination: DELETE answered 403",
    ]);
  });

  it("serves HTML at every path gets no request that changes something", async () => {
    const requests: string[] = [];
    const transport: Transport = async ({ method }) => {
      requests.push(method);
      return { status: 200, headers: {}, text: "<html>" };
    };
    await expect(runAt(emulator, {}, { transport, clock })).rejects.toThrow("baseUrl");
    expect(requests).toEqual(["GET"]);
  });

  it("asks for long waits ends after three minutes of them", async () => {
    let waitedMs = 0;
    const transport: Transport = async () => ({
      status: 429,
      headers: { "retry-after": "60" },
      text: "",
    });
    const onWait = (ms: number) => {
      waitedMs += ms;
    };
    await expect(runAt(emulator, {}, { transport, clock, onWait })).rejects.toThrow("later");
    expect(waitedMs).toBeLessThanOrEqual(180_000);
  });
});

it.for([
  '{"routes":5}',
  '{"edge":"../x","routes":["r"]}',
  '{"modules":["/edges/https/e1/routes/r1/websocket_tcp_converter"]}',
  '{"modules":["/edges/https/../tls_termination"]}',
])(
  "a record with other contents than a run writes is deleted, and not obeyed: %s",
  async (text) => {
    const headers = {
      authorization: `Bearer ${emulator.apiKey}`,
      "service-version": "2",
      "content-type": "application/json",
    };
    const body = JSON.stringify({ metadata: `edge-ingress-conformance:0123abcd ${text}` });
    const url = `${emulator.url}/ssh_certificate_authorities`;
    await fetch(url, { method: "POST", headers, body });
    emulator.clearRequests();
    const result = await runAt(emulator, { httpsEdge: undefined, tlsEdge: undefined }, { clock });
    expect(result.deletedBefore).toHaveLength(1);
    const paths = emulator.requests().map(({ path }) => path);
    expect(paths.filter((path) => /^\/edges\/(https|tls)/.test(path))).toEqual([]);
  },
);
