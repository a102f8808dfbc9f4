import type { ServerResponse } from "node:http";
import { afterAll, describe, expect, it } from "vitest";
import { cases } from "../cases";
import { bothForms } from "../support/both-forms";
import { FORMS } from "../support/forms";
import { failureOf } from "../support/in-process-dynamic";
import { preload } from "../support/preload";
import type { CallFacts, Props } from "../support/provider-process";
import { json, type Received, scriptedServer } from "../support/server";

/**
 * Tests of the message for a refused request, through the processes that Pulumi runs: it contains the reason of the
 * service, though the service repeats all data that it received, and no secret.
 */

const API_KEY = "canary-key-6f1d2c";
const PLACE = { edgeId: "edge_1", routeId: "route_1" };

/** Refuses every change, and repeats the key and the body; reads find no object. */
function echo({ method, url, body, headers }: Received, response: ServerResponse): void {
  if (url === "/agent_ingresses" && method === "GET")
    json(response, 200, { ingresses: [], next_page_uri: null });
  else if (method === "GET")
    json(response, 404, { message: `nothing for ${headers.authorization}` });
  else json(response, 400, { msg: `${method} with ${headers.authorization}: ${body}` });
}

let server: Awaited<ReturnType<typeof scriptedServer>>;

const hostOf = bothForms(async () => {
  server = await scriptedServer(echo);
  return {
    fresh: true,
    config: { baseUrl: server.url, apiKey: API_KEY },
    environment: { NODE_OPTIONS: preload("fast-clock") },
  };
});

afterAll(() => server[Symbol.asyncDispose]());

const route = {
  edgeId: "edge_1",
  matchType: "exact_path",
  match: "/api",
  description: "canary-42a1",
  metadata: "canary-63b9-which-is-longer",
  requestHeaders: { add: { "X-Canary": "canary-header" }, remove: ["X-Plain"] },
  policy: {
    inbound: {
      name: "plain-rule",
      actions: { type: "log", config: { pin: 424_242, deep: ["canary-item"] } },
    },
  },
};

const secretPaths = [
  "description",
  "metadata",
  "requestHeaders.add",
  "policy.inbound.actions.config",
];

const CANARY = /canary|424242/i;

describe.each(FORMS)("as %s", (form) => {
  const host = () => hostOf(form);
  const create = (type: string, args: Props, facts?: CallFacts) =>
    failureOf(host().create(type, args, facts));

  it.each(cases)(
    "a refused $type is explained in the service's words, without the key and the secrets that the table knows",
    async ({ type, place, whole, secrets }) => {
      const args = {
        ...(place && { edgeId: PLACE.edgeId }),
        ...(place === "route" && PLACE),
        ...whole.args,
      };
      const { message } = await create(type, args);
      expect(message).toMatch(
        / answered 400: "P[A-Z]+ with Bearer \[secret\]: \{.*"; the service refused the request/,
      );
      expect([...secrets, API_KEY].filter((secret) => message.includes(secret))).toEqual([]);
    },
  );

  it("what the program has marked as secret is taken out of the reason, at any path and of any kind, and nothing else is", async () => {
    const { message } = await create("HttpsEdgeRoute", route, { secretPaths });
    expect(message).not.toMatch(CANARY);
    for (const shown of ["exact_path", "plain-rule", "X-Plain"]) expect(message).toContain(shown);
  });

  it("what the program has marked as secret is taken out with an object of the API's, whose members keep their names", async () => {
    const target = { monitoring: { apiKey: "canary-1", site: "canary-site", tags: "canary-tags" } };
    const { message } = await create(
      "EventDestination",
      { format: "json", target },
      { secretPaths: ["target"] },
    );
    expect(message).not.toMatch(CANARY);
    expect(message).toContain(
      '"monitoring":{"api_key":"[secret]","tags":"[secret]","site":"[secret]"}',
    );
    const jwtValidation = { issuer: { allowList: [{ value: "canary-issuer" }] } };
    const args = { ...PLACE, ...jwtValidation, audience: { allowList: [{ value: "shown" }] } };
    const marked = { secretPaths: ["issuer.allowList", "nowhere.at.all"] };
    const other = await create("HttpsEdgeRouteJwtValidation", args, marked);
    expect(other.message).not.toMatch(CANARY);
    expect(other.message).toContain('"audience":{"allow_list":[{"value":"shown"}]}');
  });

  it("what the program has marked as secret is taken out when the old value is meant, in an update and a delete", async () => {
    const news = { edgeId: "edge_1", matchType: "exact_path", match: "canary-42a1" };
    const state = { ...route, uri: "https://api.example.com/edges/https/edge_1/routes/route_1" };
    const calls = [
      () => host().delete("HttpsEdgeRoute", "route_1", route, { secretPaths }),
      () => host().update("HttpsEdgeRoute", "route_1", state, news, { secretPaths }),
    ];
    await host().beginRun();
    for (const call of calls) {
      const { message } = await failureOf(call());
      expect(message).toContain("answered 400");
      expect(message).not.toMatch(CANARY);
    }
  });
});
