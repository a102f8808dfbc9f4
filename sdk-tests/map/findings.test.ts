import { describe, expect, it } from "vitest";
import { UNKNOWN } from "../../src/core/pulumi/engine-values";
import { planned, type RawStep, route, stored, updated } from "../review/steps";
import { formats, mapOfSteps } from "./maps";

/** Tests of the findings of the review in a map: those that it shows, and those that it does not. */

const acme = { provider: { provider3: { emailDomains: ["canary-acme.example"] } } };

it("of two routes with one title, each has its own findings", () => {
  const on = (name: string, more: object): RawStep => ({
    ...{ op: "create", name, new: planned({ ...route, edgeId: UNKNOWN, match: "/", ...more }) },
  });
  const routes = mapOfSteps(on("open", {}), on("locked", { oauth: acme })).edges.flatMap(
    (edge) => edge.routes,
  );
  const marks = Object.fromEntries(
    routes.map((each) => [each.declaredBy, each.marks.map(({ severity }) => severity)]),
  );
  expect(marks).toEqual({ "HttpsEdgeRoute open": ["medium"], "HttpsEdgeRoute locked": [] });
});

describe.each(Object.entries(formats))("the %s", (_, format) => {
  it("has the findings of edges and of objects of the account, with what was known of what is deleted", () => {
    const clients = { edgeId: "edge_1", certificateAuthorityIds: ["ca_1"] };
    const agents = {
      domain: "connect.example",
      certificateManagementPolicy: { authority: "letsencrypt" },
    };
    const drawn = format([
      mapOfSteps(
        { op: "delete", type: "HttpsEdgeMutualTls", name: "clients", old: stored(clients) },
        { op: "delete", type: "AgentIngress", name: "agents", old: stored(agents) },
      ),
    ]);
    // A drawing breaks a long text into several lines.
    const text = drawn.replaceAll(/<\/text><text[^>]*>/g, " ");
    expect(text).toContain("clients no longer need a certificate");
    expect(text).toContain("agents lose their addresses");
    expect(text).toContain("certificates are managed");
  });

  it.each(["oauth", "match"])(
    "does not have the value of %s that the change marks as secret",
    (argument) => {
      const values = { ...route, match: "/canary", oauth: acme };
      const canary = argument === "oauth" ? "canary-acme" : "/canary";
      const marked = { ...values, [argument]: "[secret]" };
      const text = format([mapOfSteps(updated(values, marked))]);
      expect(text).not.toContain(canary);
    },
  );
});

it("routes are in the order in which they may match: those of a host, then exact ones, then longer prefixes", () => {
  const created = (match: string, more: object = {}): RawStep => ({
    ...{ op: "create", name: match, new: planned({ ...route, match, ...more }) },
  });
  const prefixes = ["/", "app.example.com/", "/api", "app.example.com/api"].map((match) =>
    created(match),
  );
  const { edges } = mapOfSteps(created("/long/path", { matchType: "exact_path" }), ...prefixes);
  const inOrder = ["app.example.com/api", "app.example.com/", "/long/path", "/api", "/"];
  expect(edges[0]?.routes.map(({ match }) => match)).toEqual(inOrder);
});
