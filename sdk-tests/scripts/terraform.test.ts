import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { configuration, type Wanted } from "../../scripts/bench/terraform/configuration.mjs";

const ROUTES = "/edges/https/edghts_1/routes";

const ingress: Wanted = { name: "ingress-1", path: "/agent_ingresses", body: { domain: "a.example.com" } };
const destination: Wanted = { name: "destination-1", path: "/event_destinations", body: { format: "json" } };
const route: Wanted = { name: "route-1", path: ROUTES, body: { match: "/", compression: { enabled: true } } };

const written = (...wanted: Wanted[]) => configuration("http://127.0.0.1:4455", wanted);
const goMod = (name: string) => readFileSync(`scripts/bench/terraform/${name}/go.mod`, "utf8");

describe("the Terraform configuration of the benchmark", () => {
  it("declares the objects of each collection by one block over a map of their bodies", () => {
    const second = { ...ingress, name: "ingress-2" };
    const { locals, resource } = written(ingress, destination, route, second);
    expect(locals).toEqual({
      agent_ingresses: { "ingress-1": ingress.body, "ingress-2": second.body },
      event_destinations: { "destination-1": destination.body },
      edges_https_edghts_1_routes: { "route-1": route.body },
    });
    const { edges_https_edghts_1_routes: routes } = resource.restapi_object;
    expect(routes).toEqual({
      for_each: `\${local.edges_https_edghts_1_routes}`,
      path: ROUTES,
      data: `\${jsonencode(each.value)}`,
    });
  });

  it("leaves out of an update what the API sets at creation, and replaces the object when that changes", () => {
    expect(written(ingress).resource.restapi_object.agent_ingresses).toMatchObject({
      update_data: expect.stringContaining('if name != "domain"'),
      force_new: [`\${each.value.domain}`],
    });
  });

  it("has texts that look like templates taken as they are", () => {
    const body = { description: `\${a} %{b} $c 100%`, "%{name}": [`\${d}`, 1, null, true] };
    expect(written({ ...destination, body }).locals.event_destinations).toEqual({
      "destination-1": { description: `$\${a} %%{b} $c 100%`, "%%{name}": [`$\${d}`, 1, null, true] },
    });
  });

  it("takes the API key from a variable, so that no file holds it", () => {
    const { provider, variable } = written(route);
    expect(provider.restapi.headers.Authorization).toBe(`Bearer \${var.api_key}`);
    expect(variable).toEqual({ api_key: { type: "string", sensitive: true } });
  });

  it("is for the versions of the provider and of OpenTofu that are built", () => {
    expect(goMod("restapi")).toContain("github.com/Mastercard/terraform-provider-restapi v1.20.0 ");
    expect(goMod("tofu")).toContain("github.com/opentofu/opentofu v1.10.10 ");
  });
});
