import { describe, expect } from "vitest";
import { newRoute } from "../emulator/client";
import { changesIn, modulesIn, provider, routeOn } from "../support/moving-modules";
import {
  AgentIngress,
  declaring,
  HttpsEdgeMutualTls,
  HttpsEdgeRoute,
  HttpsEdgeRouteOAuth,
  HttpsEdgeRouteWebhookVerification,
} from "../support/program";
import { continueFromPrevious } from "../support/sequence";
import { failureText, type TestStack, withStack } from "../support/stack";

/**
 * Tests of deletions: removed modules are deleted; routes that remain stay protected; and the provider warns if a route
 * loses a protection. The provider determines the owner of a module alike in both forms, which
 * `module-ownership.test.ts` and the random lives test; the plugin is the faster form.
 *
 * Each test continues from the state of the previous test.
 */
continueFromPrevious();

const certificateAuthorityIds = ["ca_1"];
const it = withStack({}, {}, "plugin");

it.beforeEach(({ emulator }) => emulator.clearRequests());

it("a module resource is deleted by itself with the stack, also on a route that is only looked up and stays", async ({
  emulator,
  stack,
}) => {
  const id = (await newRoute(emulator, {}, "e_found")).split("/").at(-1) ?? "";
  await stack.up(async () => {
    new HttpsEdgeMutualTls("foreign", { edgeId: "e_foreign", certificateAuthorityIds });
    const route = HttpsEdgeRoute.get("found", id, { edgeId: "e_found" });
    new HttpsEdgeRouteOAuth("on-found", { route, provider });
  });
  expect(modulesIn(emulator)).toEqual(["e_foreign mutual_tls", "e_found oauth"]);
  await stack.destroy();
  expect(modulesIn(emulator)).toEqual([]);
});

describe("a protection whose second half fails", () => {
  const inline = declaring(
    () => new HttpsEdgeRoute("route", routeOn("e_half", { match: "/half", oauth: { provider } })),
  );
  const separate = async () => {
    const route = new HttpsEdgeRoute("route", routeOn("e_half", { match: "/half" }));
    new HttpsEdgeRouteOAuth("login", { route, provider });
  };

  it("is an error that names the open route, and is repaired by the next up", async ({
    emulator,
    stack,
  }) => {
    await stack.up(inline);
    emulator.addFault({
      method: "PUT",
      path: "/edges/https/{edge_id}/routes/{id}/oauth",
      status: 400,
      times: 1,
    });
    expect(await failureText(stack.up(separate))).toContain(
      "the route path_prefix /half on the edge e_half serves without oauth until that is fixed",
    );
    await stack.up(separate);
    expect(modulesIn(emulator)).toEqual(["e_half oauth"]);
  });

  it("is kept on the old route while a replacement is not complete", async ({
    emulator,
    stack,
  }) => {
    const moved = async () => {
      const route = new HttpsEdgeRoute("route", routeOn("e_moved", { match: "/half" }));
      new HttpsEdgeRouteOAuth("login", { route, provider });
      new AgentIngress("fails", { domain: "fails.example.com" }, { dependsOn: route });
    };
    emulator.addFault({ method: "POST", path: "/agent_ingresses", status: 400, times: 1 });
    await failureText(stack.up(moved));
    expect(modulesIn(emulator)).toContain("e_half oauth");
    await stack.up(moved);
    expect(modulesIn(emulator)).toEqual(["e_moved oauth"]);
    await stack.destroy();
  });
});

describe("a module resource that the state or the command line moves", () => {
  const program = (name: string) =>
    declaring(() => new HttpsEdgeMutualTls(name, { edgeId: "e_named", certificateAuthorityIds }));
  const urnOf = async (stack: TestStack, name: string) => (await stack.urns()).get(name) ?? "";

  it("is renamed by `state rename`, and again before an `up --refresh`: nothing is sent", async ({
    emulator,
    stack,
  }) => {
    await stack.up(program("named"));
    await stack.pulumi("state", "rename", await urnOf(stack, "named"), "by-state", "--yes");
    emulator.clearRequests();
    await stack.up(program("by-state"));
    await stack.up(program("by-program"), { refresh: true });
    expect(changesIn(emulator)).toEqual([]);
    expect(modulesIn(emulator)).toEqual(["e_named mutual_tls"]);
  });

  it("is moved by `state move` to another stack and back, while the program does without it: nothing is sent", async ({
    emulator,
    stack,
  }) => {
    await stack.pulumi("stack", "init", "other", "--no-select");
    const urn = await urnOf(stack, "by-program");
    await stack.pulumi("state", "move", "--source", "test", "--dest", "other", "--yes", urn);
    emulator.clearRequests();
    await stack.up(async () => undefined);
    const moved = urn.replace("urn:pulumi:test::", "urn:pulumi:other::");
    await stack.pulumi("state", "move", "--source", "other", "--dest", "test", "--yes", moved);
    await stack.up(program("by-program"));
    expect(changesIn(emulator)).toEqual([]);
    expect(modulesIn(emulator)).toEqual(["e_named mutual_tls"]);
  });

  it("is renamed, and the stack refreshed with `--run-program`: the module is kept", async ({
    emulator,
    stack,
  }) => {
    await stack.refresh(program("by-refresh"));
    await stack.up(program("by-refresh"));
    expect(changesIn(emulator)).toEqual([]);
    expect(modulesIn(emulator)).toEqual(["e_named mutual_tls"]);
  });
});

describe("a route that goes with its module resources", () => {
  const program = async () => {
    const referenced = new HttpsEdgeRoute("given", routeOn("e_given", { match: "/given" }));
    new HttpsEdgeRouteWebhookVerification("given", { route: referenced, provider: "sns" });
    const byIds = new HttpsEdgeRoute("by-ids", routeOn("e_ids", { match: "/ids" }));
    new HttpsEdgeRouteOAuth("by-ids", { edgeId: byIds.edgeId, routeId: byIds.id, provider });
  };

  it("keeps the module that it was given to where the service does not delete the route", async ({
    emulator,
    stack,
  }) => {
    emulator.configure({ routeDeletion: "none" });
    await stack.up(program);
    emulator.clearRequests();
    await stack.destroy();
    emulator.configure({ routeDeletion: "204" });
    expect(modulesIn(emulator)).toEqual(["e_given webhook_verification"]);
    // A refused deletion is sent once more.
    expect([...new Set(changesIn(emulator))]).toEqual([
      "DELETE e_given/routes/{id}",
      "DELETE e_ids/routes/{id}",
      "DELETE e_ids/routes/{id}/oauth",
      "PATCH e_given/routes/{id}",
      "PATCH e_ids/routes/{id}",
    ]);
    emulator.reset();
  });

  it("keeps it where routes are retained, and warns of a route that serves on without one", async ({
    emulator,
    stack,
  }) => {
    await stack.setConfig("edge-ingress:routeDeletion", "retain");
    await stack.up(program);
    emulator.clearRequests();
    const { text } = await stack.destroy();
    expect(changesIn(emulator)).toEqual(["DELETE e_ids/routes/{id}/oauth"]);
    expect(modulesIn(emulator)).toEqual(["e_given webhook_verification"]);
    expect(text).toContain(
      "the route path_prefix /given on the edge e_given is kept and still serves traffic",
    );
    expect(text).toContain(
      "warning: the route path_prefix /ids on the edge e_ids is kept and still serves traffic without oauth: " +
        "deleted before it; a module resource that is given `route`, or the option `deletedWith`, stays with its route",
    );
  });
});

it("a module whose route has left the state is left in place, with a warning that no stack has it", async ({
  emulator,
  stack,
}) => {
  await stack.setConfig("edge-ingress:routeDeletion", "delete");
  await stack.up(() => {
    const route = new HttpsEdgeRoute("route", routeOn("e_gone"));
    new HttpsEdgeRouteOAuth("login", { edgeId: route.edgeId, routeId: route.id, provider });
  });
  await stack.edit((resources) =>
    resources
      .filter(({ urn }) => !urn.endsWith("HttpsEdgeRoute::route"))
      .map((resource) => ({ ...resource, dependencies: [], propertyDependencies: {} })),
  );
  emulator.clearRequests();
  const { text } = await stack.up(() => undefined);
  expect(changesIn(emulator)).toEqual([]);
  expect(text).toMatch(
    /warning: the module at \/edges\/https\/e_gone\/routes\/\S+\/oauth was left to its route, and this run has not deleted the route/,
  );
  emulator.reset();
});
