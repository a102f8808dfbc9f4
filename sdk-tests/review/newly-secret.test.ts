import { expect, it } from "vitest";
import { readPreview } from "../../src/insight/engine/preview";
import { asHtml } from "../../src/insight/map/html";
import { asJson } from "../../src/insight/map/json";
import { asMermaid } from "../../src/insight/map/mermaid";
import { mapOfPreview, type StackMap } from "../../src/insight/map/model";
import { asSvg } from "../../src/insight/map/svg";
import type { Finding } from "../../src/insight/report/finding";
import { review } from "../../src/insight/review/findings";
import type { Declared } from "./declared";
import { forms, previewedText } from "./previewed";

/** Values that a program has in plaintext before a change, and marks as secrets in the change. */

const reportsOf = (map: StackMap): string =>
  JSON.stringify(map) + [asHtml, asMermaid, asSvg, asJson].map((print) => print([map])).join("");

/** The parts of a finding that a report shows. */
const shownOf = ({ message, subject, effect, parts }: Finding) => [message, subject, effect, parts];

const PLAIN = "canary-of-the-old-program";

const route = (args: object) => ({
  type: "HttpsEdgeRoute",
  name: "route",
  args: {
    edgeId: "edge_1",
    matchType: "path_prefix",
    match: "/a",
    backend: { backendId: "bkd_1" },
    ...args,
  },
});

const secret = (value: unknown) => ({ $secret: value });

const saml = { idpMetadata: "<xml/>", maximumDuration: 60, authorizedGroups: [PLAIN] };

const changes = {
  "a list of a login that is switched off": [
    { saml },
    { saml: { ...saml, enabled: false, authorizedGroups: secret([PLAIN]) } },
  ],
  "a list beside a limit that changes": [
    { saml },
    { saml: { ...saml, maximumDuration: 90, authorizedGroups: secret([PLAIN]) } },
  ],
  "a whole module": [{ saml }, { saml: secret({ ...saml, maximumDuration: 90 }) }],
  "a match": [{ match: `/${PLAIN}` }, { match: secret(`/${PLAIN}2`) }],
  "a description": [{ description: PLAIN }, { description: secret(`${PLAIN}2`) }],
} as const;

const edge = (name: string, type: string, edgeId: unknown, more: object): Declared => ({
  ...{ type, name, args: { edgeId, ...more } },
});

const clients = (edgeId: unknown, more: object = {}) =>
  edge("clients", "HttpsEdgeMutualTls", edgeId, { certificateAuthorityIds: ["ca_1"], ...more });

const tls = (edgeId: unknown) =>
  edge("tls", "HttpsEdgeTlsTermination", edgeId, { minVersion: "1.2" });

const login = (routeId: unknown, more: object = {}): Declared => ({
  ...{ type: "HttpsEdgeRouteOAuth", name: "login" },
  args: { edgeId: "edge_1", routeId, provider: { provider1: {} }, ...more },
});

/** Changes that mark an id, each with the object in a report. */
const changesOfIds: Readonly<Record<string, { before: Declared[]; after: Declared[] }>> = {
  "the edge of a module": { before: [clients(PLAIN)], after: [clients(secret(PLAIN))] },
  "the edge of a module that changes": {
    before: [clients(PLAIN)],
    after: [clients(secret(PLAIN), { certificateAuthorityIds: ["ca_1", "ca_2"] })],
  },
  "the edge of the second of two modules": {
    before: [tls(PLAIN), clients(PLAIN)],
    after: [tls(PLAIN), clients(secret(PLAIN))],
  },
  "the edge of the first of two modules": {
    before: [clients(PLAIN), tls(PLAIN)],
    after: [clients(secret(PLAIN)), tls(PLAIN)],
  },
  "the route of a module": { before: [login(PLAIN)], after: [login(secret(PLAIN))] },
  "the edge of a route and of a module": {
    before: [route({ edgeId: PLAIN }), clients(PLAIN)],
    after: [route({ edgeId: secret(PLAIN) }), clients(secret(PLAIN))],
  },
  "the edge of a route": {
    before: [route({ edgeId: PLAIN })],
    after: [route({ edgeId: secret(PLAIN) })],
  },
};

for (const form of forms) {
  it(`in the ${form} form, no report shows the former domain of an agent ingress whose new domain is a secret`, () => {
    const agents = (domain: unknown): Declared => ({
      ...{ type: "AgentIngress", name: "agents", args: { domain } },
    });
    const change = { before: [agents(`${PLAIN}.example`)], after: [agents(secret("b.example"))] };
    const preview = readPreview(previewedText(change, form));
    const { findings } = review([preview]);
    expect(findings.map(({ rule }) => rule.id)).toEqual(["ingress-replaced"]);
    expect(JSON.stringify(findings.map(shownOf)) + reportsOf(mapOfPreview(preview))).not.toContain(
      PLAIN,
    );
  });

  it.each(Object.entries(changesOfIds))(
    `in the ${form} form, an id is only marked, and no report has a finding or shows it: %s`,
    (_, change) => {
      const preview = readPreview(previewedText(change, form));
      const result = review([preview]);
      expect(result.findings.filter(({ rule }) => rule.severity === "high")).toEqual([]);
      const map = mapOfPreview(preview);
      expect(reportsOf(map) + JSON.stringify(result.findings.map(shownOf))).not.toContain(PLAIN);
      expect(reportsOf(map)).not.toContain("urn:");
    },
  );

  it.each(Object.entries(changesOfIds))(
    `in the ${form} form, an id is no longer marked, and no report has a finding: %s`,
    (_, { before, after }) => {
      const preview = readPreview(previewedText({ before: after, after: before }, form));
      const { findings } = review([preview]);
      expect(findings.filter(({ rule }) => rule.severity === "high")).toEqual([]);
    },
  );

  it(`in the ${form} form, the login of a route is lost if its module gets another secret id`, () => {
    const change = { before: [login("route_1")], after: [login(secret("route_2"))] };
    const { findings } = review([readPreview(previewedText(change, form))]);
    expect(findings.map(({ rule }) => rule.id)).toContain("protection-removed");
  });

  it.each(Object.entries(changes))(
    `in the ${form} form, no report shows what was before it: %s`,
    (_, [before, after]) => {
      const preview = readPreview(
        previewedText({ before: [route(before)], after: [route(after)] }, form),
      );
      const result = review([preview]);
      expect(result.stacks[0]?.changes).toMatchObject([{ action: "changed" }]);
      expect(JSON.stringify(result)).not.toContain(PLAIN);
      const map = mapOfPreview(preview);
      expect(JSON.stringify(map) + asHtml([map])).not.toContain(PLAIN);
    },
  );
}
