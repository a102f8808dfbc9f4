import { AssertionError } from "node:assert";
import { expect, it } from "vitest";
import {
  expectIngress,
  type PathExpectations,
  type RequestOptions,
} from "../../src/insight/expectations";
import { exportOf, login, onEdge, route } from "./stacks";

/** A value such as `process.env.BACKEND` of a variable that is not set, in a program whose compiler does not check it. */
const ABSENT = undefined as never;

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

it.each<[string, (expectations: PathExpectations) => void]>([
  [
    "servedBy: Invalid input: expected string, received undefined",
    (path) => path.toBeServedBy(ABSENT),
  ],
  ['tls: must be "1.0", "1.1", "1.2", or "1.3"', (path) => path.toRequireTls(ABSENT)],
  [
    "allows: Invalid input: expected object, received undefined",
    (path) => path.toAllowOnly(ABSENT),
  ],
  ["protectedBy[0]: Invalid option", (path) => path.toRequire(ABSENT)],
])("an argument that is undefined is refused with its path: %s", (problem, check) => {
  expect(() => check(expectIngress(text).path("/"))).toThrow(`expectations[0].expect.${problem}`);
});

it("a stack in the options of a path is refused, because an assertion for another stack would judge nothing", () => {
  const options = { stack: "other" } as RequestOptions;
  expect(() => expectIngress(text).path("/admin", options)).toThrow(
    new Error("options.stack: expectIngress judges the stack that it receives; remove the option"),
  );
  const misspelt = { hots: "a.example" } as RequestOptions;
  expect(() => expectIngress(text).path("/admin", misspelt).toRequire("oauth")).toThrow(
    "there is no member hots; did you mean host?",
  );
});

it("functions for tests refuse a stack without resources", () => {
  const empty = expectIngress({ version: 3 });
  expect(() => empty.path("/")).toThrow("no HTTPS edge");
  expect(() => empty.path("/", { edge: "edge_1" }).toBeOpen()).toThrow(
    "no HTTPS edge that serves requests",
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
