import { describe, expect, it } from "vitest";
import { configuration, type DeclaredObject } from "../../bench/terraform/configuration.mts";

const ROUTES = "/edges/https/edghts_1/routes";

const ingress: DeclaredObject = {
  name: "ingress-1",
  path: "/agent_ingresses",
  body: { domain: "a.example.com" },
};
const destination: DeclaredObject = {
  name: "destination-1",
  path: "/event_destinations",
  body: { format: "json" },
};
const route: DeclaredObject = {
  name: "route-1",
  path: ROUTES,
  body: { match: "/", compression: { enabled: true } },
};

const written = (...objects: DeclaredObject[]) => configuration("http://127.0.0.1:4455", objects);

describe("the Terraform configuration of the benchmark", () => {
  it("declares each object by a block with its collection and its body", () => {
    expect(written(destination, route).resource.restapi_object).toEqual({
      "destination-1": { path: "/event_destinations", data: JSON.stringify(destination.body) },
      "route-1": { path: ROUTES, data: JSON.stringify(route.body) },
    });
  });

  it("leaves out of an update what the API sets at creation, and replaces the object when that changes", () => {
    const body = { domain: "a.example.com", metadata: "m" };
    expect(written({ ...ingress, body }).resource.restapi_object).toEqual({
      "ingress-1": {
        path: "/agent_ingresses",
        data: JSON.stringify(body),
        update_data: JSON.stringify({ metadata: "m" }),
        force_new: ["a.example.com"],
      },
    });
  });

  it("has texts that look like templates taken as they are", () => {
    const body = { description: `\${a} %{b} $c 100%` };
    expect(
      written({ ...destination, body }).resource.restapi_object["destination-1"],
    ).toMatchObject({
      data: `{"description":"$\${a} %%{b} $c 100%"}`,
    });
  });

  it("takes the API key from a variable, so that no file holds it", () => {
    const { provider, variable } = written(route);
    expect(provider.restapi.headers.Authorization).toBe(`Bearer \${var.api_key}`);
    expect(variable).toEqual({ api_key: { type: "string", sensitive: true } });
  });
});
