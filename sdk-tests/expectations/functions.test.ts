import { AssertionError } from "node:assert";
import { expect, it } from "vitest";
import { expectIngress } from "../../src/insight/expectations";
import { exportOf, login, onEdge, route } from "./stacks";

const text = exportOf([
  route("web", "/"),
  route("admin", "/admin", { oauth: login("acme.example") }),
  onEdge("HttpsEdgeTlsTermination", { minVersion: "1.2" }),
]);

it("functions for tests accept expectations that hold, for a text or an object", () => {
  const admin = expectIngress(JSON.parse(text)).path("/admin");
  admin.toRequire("oauth", "mutualTls");
  admin.toAllowOnly({ emailDomains: ["acme.example"] });
  admin.toBeServedBy("admin");
  admin.toRequireTls("1.2");
  expectIngress(text).path("/", { edge: "edge_1", host: "a.example" }).toBeOpen();
});

it("functions for tests throw with the route that serves the path, and the people that it admits", () => {
  const check = () => expectIngress(text).path("/").toRequire("oauth");
  expect(check).toThrow(AssertionError);
  expect(check).toThrow(
    [
      "/ on edge edge_1:",
      "  route / (prefix) on edge edge_1 does not require login (OAuth)",
      "  served by route / (prefix) on edge edge_1: open (HttpsEdgeRoute web)",
    ].join("\n"),
  );
  expect(() => expectIngress(text).path("/admin").toBeOpen()).toThrow("expected to be open");
  expect(() => expectIngress(text).path("/admin", { routes: "every" }).toRequire("oauth")).toThrow(
    "route / (prefix)",
  );
});

it("functions for tests name a missing argument", () => {
  expect(() => expectIngress("{}")).toThrow("not the output of");
  expect(() => expectIngress(text).path("admin").toBeOpen()).toThrow("expectations[0].path");
  const two = exportOf([route("a", "/a"), route("b", "/b", { edgeId: "edge_2" })]);
  expect(() => expectIngress(two).path("/a")).toThrow(
    "the HTTPS edges edge_1, edge_2: name the edge",
  );
});
