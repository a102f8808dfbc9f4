import { expect, it } from "vitest";
import { explain, explanationLines } from "../../src/insight/describe/explain";
import { exported } from "../diff/exports";
import { exportOf, ingressIn, login, onEdge, previewOf, route, UNKNOWN } from "./stacks";

const linesOf = (text: string, path: string, host?: string): string[] =>
  explanationLines(explain({ edge: "edge_1", path, ...(host && { host }) }, ingressIn(text)));

it("a request is explained by its routes, the narrowest match first, and by each module that it passes", () => {
  const text = exportOf([
    route("web", "/", { compression: {} }),
    route("admin", "/admin", { oauth: login("acme.example"), requestHeaders: { add: { "x-user": "canary" } } }),
    onEdge("HttpsEdgeTlsTermination", { minVersion: "1.2" }),
  ]);
  expect(linesOf(text, "/admin/users")).toEqual([
    "/admin/users on edge edge_1 in stack dev:",
    "",
    "served by route /admin (prefix) on edge edge_1: protected (HttpsEdgeRoute admin)",
    "  TLS termination: TLS 1.2 or newer",
    "  login (OAuth): users of provider3 in e-mail domains acme.example",
    "  change of request headers: adds x-user",
    "  backend: bkd_admin",
    "",
    "or by route / (prefix) on edge edge_1: open (HttpsEdgeRoute web)",
    "  TLS termination: TLS 1.2 or newer",
    "  compression: compresses responses",
    "  backend: bkd_web",
    "",
    expect.stringContaining("does not show which of several matching routes"),
  ]);
});

it("what is disabled, weak, or known at apply is said to be", () => {
  const lines = linesOf(
    previewOf([
      route("mail", "/mail", {
        oauth: login("gmail.com"),
        saml: { idpMetadata: "<x/>", enabled: false },
        oidc: { issuer: UNKNOWN, clientId: "a", clientSecret: "canary" },
        ipRestriction: { ipPolicyIds: ["ipp_1"], enabled: UNKNOWN },
        responseHeaders: { add: UNKNOWN },
      }),
      { ...route("later", "/later"), args: { ...route("later", "/later").args, match: UNKNOWN } },
    ]),
    "/mail",
  );
  expect(lines).toEqual(
    expect.arrayContaining([
      "    but everyone with an address in gmail.com is admitted",
      "  login (SAML): members of the groups (none listed) (disabled)",
      "  login (OpenID Connect): users of (known at apply)",
      "  restriction of addresses: source addresses in the IP policies ipp_1 (whether it is in force is known at apply)",
      "  change of response headers: adds (known at apply)",
      "A route whose edge or match is known at apply may serve it, too.",
    ]),
  );
  expect(lines.join("\n")).not.toContain("canary");
});

it("a request to every host is explained for each host that a match names", () => {
  const text = exportOf([route("all", "/"), route("intern", "intern.example/", { oauth: login("acme.example") })]);
  const lines = linesOf(text, "/x").filter((line) => /^(For|served|or) /.test(line));
  expect(lines).toEqual([
    "For any other host:",
    "served by route / (prefix) on edge edge_1: open (HttpsEdgeRoute all)",
    "For the host intern.example:",
    "served by route intern.example/ (prefix) on edge edge_1: protected (HttpsEdgeRoute intern)",
    "or by route / (prefix) on edge edge_1: open (HttpsEdgeRoute all)",
  ]);
});

it("a path that no route serves, and an edge that the stack does not have, are named", () => {
  expect(linesOf(exportOf([route("api", "/api")]), "/x")).toContain("No route of this stack serves it.");
  const ingress = ingressIn(exported("dev.decrypted"));
  expect(() => explain({ edge: "edge_9", path: "/" }, ingressIn(exportOf([])))).toThrow("stack it has no route");
  expect(() => explain({ edge: "edge_9", path: "/" }, ingress)).toThrow(
    /stack dev has no route on the HTTPS edge edge_9; it has edghts_/,
  );
});
