import { describe, expect, it } from "vitest";
import { readIds } from "../../src/account/ids";
import { distinct, nameOf, unsearched } from "../../src/account/named";

/** What `--ids` reads. */

const namedIn = (text: string) => distinct(readIds(text).flatMap(({ named }) => named ?? []));

const namesIn = (text: string) => namedIn(text).map(nameOf);

const EVERYTHING = ["HTTPS edge edghts_1", "TLS edge edgtls_1", "TCP edge edgtcp_1", "route edghts_1/edghtsrt_1"];

describe("a file of ids", () => {
  it("has lines of a kind and an id, comments and empty lines", () => {
    const lines = ["# edges", "https-edge edghts_1", "tls-edge  edgtls_1 # old", "", "tcp-edge edgtcp_1\r"];
    expect(namesIn([...lines, "route edghts_1/edghtsrt_1", "tcp-edge edgtcp_1"].join("\n"))).toEqual(EVERYTHING);
  });

  it("may be a Terraform state, whatever its provider calls the edges", () => {
    const resource = (type: string, attributes: object) => ({ mode: "managed", type, instances: [{ attributes }] });
    const resources = [
      resource("example_https_edge", { id: "edghts_1", description: "a" }),
      resource("example_https_edge_route", { id: "edghtsrt_1", edge_id: "edghts_1" }),
      resource("example_tls_edge_mutual_tls", { id: "any", edge_id: "edgtls_1" }),
      resource("example_tcp_edge", { id: "edgtcp_1" }),
      resource("example_agent_ingress", { id: "agin_1" }),
    ];
    expect(namesIn(JSON.stringify({ version: 4, resources }))).toEqual(EVERYTHING);
  });

  it("may be what `terraform show -json` prints, with modules", () => {
    const resources = [{ type: "x_https_edge", values: { id: "edghts_1" } }];
    const document = { values: { root_module: { resources: [], child_modules: [{ resources }] } } };
    expect(namesIn(JSON.stringify(document))).toEqual(["HTTPS edge edghts_1"]);
  });

  it("may be the export of a Pulumi stack, of this provider or of another one", () => {
    const resources = [
      { type: "example:index/httpsEdge:HttpsEdge", id: "edghts_1", outputs: {} },
      { type: "edge-ingress:index:HttpsEdgeRoute", id: "edghtsrt_1", outputs: { edgeId: "edghts_1" } },
      { type: "pulumi-nodejs:dynamic/edge-ingress:TlsEdgeMutualTls", id: "x", inputs: { edgeId: "edgtls_1" } },
      { type: "edge-ingress:index:TcpEdgeBackend", id: "x", inputs: { edgeId: "edgtcp_1" } },
      {
        ...{ type: "edge-ingress:index:HttpsEdgeRouteOAuth", id: "edghts_1/edghtsrt_1" },
        inputs: { edgeId: "edghts_1", routeId: "edghtsrt_1" },
      },
    ];
    expect(namesIn(JSON.stringify({ version: 3, deployment: { resources } }))).toEqual(EVERYTHING);
  });

  it("may be a state of Mastercard's provider, with the paths of objects, and names in the addresses", () => {
    const at = (path: string, id: string, others: object = {}) => ({ attributes: { id, path, ...others } });
    const resource = (name: string, instances: object[], others: object = {}) => ({
      ...{ mode: "managed", type: "restapi_object", name, instances, ...others },
    });
    const hosts = ["a", "b"].map((key) => ({ index_key: key, ...at("/agent_ingresses", `agin_${key}`) }));
    const resources = [
      resource("hosts", [...hosts, { deposed: "1", ...at("/agent_ingresses", "agin_old") }]),
      resource("this", [at("/edges/https/edghts_1/routes", "edghtsrt_1")], { module: "module.api" }),
      resource("login", [at("/edges/https/edghts_1/routes/edghtsrt_1/oauth", "x")]),
      resource("tls", [at("/edges/https/edghts_1/tls_termination", "edghts_1")]),
      resource("audit", [at("/v1", "evdst_1", { api_data: { uri: "https://a.eu/event_destinations/evdst_1" } })]),
      resource("edge", [at("/", "edgtls_1", { read_path: "/edges/tls/{id}" })]),
      resource("read", [at("/agent_ingresses", "agin_read")], { mode: "data" }),
      { type: "cloud_zone", name: "zone", instances: [{ attributes: { id: "zone_1", type: "x" } }] },
    ];
    const entries = readIds(JSON.stringify({ version: 4, resources })).map(({ key, named, name }) => [
      key,
      named && nameOf(named),
      name?.trim(),
    ]);
    expect(entries).toEqual([
      ["AgentIngress agin_a", undefined, "hosts a"],
      ["AgentIngress agin_b", undefined, "hosts b"],
      ["HttpsEdgeRoute edghtsrt_1", "route edghts_1/edghtsrt_1", "api"],
      ["HttpsEdgeRouteOAuth edghts_1/edghtsrt_1", "route edghts_1/edghtsrt_1", "login"],
      ["HttpsEdgeTlsTermination edghts_1", "HTTPS edge edghts_1", "tls"],
      ["EventDestination evdst_1", undefined, "audit"],
      ["tls-edge edgtls_1", "TLS edge edgtls_1", "edge"],
      ["zone_1", undefined, "zone"],
    ]);
  });

  it.each([
    ["edge edghts_1", "line 1 must be KIND ID, where KIND is https-edge, tls-edge, tcp-edge, route"],
    ["https-edge", "line 1 must be KIND ID"],
    ["\nroute edghtsrt_1", "the id of a route must be EDGE/ROUTE"],
    ["https-edge ../x", "the id of a HTTPS edge must be an id"],
    ["https-edge .x", "the id of a HTTPS edge "],
    ['{ "resources": [] }', "the document names no object by its path, or by a type and an id"],
  ])("is refused if it is %j", (text, problem) => {
    expect(() => readIds(text)).toThrow(problem);
  });

  it("leaves unsaid what the API lists, and reports what was not looked for", () => {
    expect(unsearched([])).toEqual([
      "not looked for: HTTPS edges, TLS edges, TCP edges, routes, which the API does not list; " +
        "name them with --https-edge, --tls-edge, --tcp-edge, --route or --ids",
    ]);
    expect(unsearched(namedIn("https-edge a\ntls-edge b\ntcp-edge c\nroute a/d"))).toEqual([]);
  });
});
