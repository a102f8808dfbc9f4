import { ComponentResource } from "@pulumi/pulumi";
import {
  AgentIngress,
  HttpsEdgeMutualTls,
  HttpsEdgeRoute,
  HttpsEdgeRouteOAuth,
  HttpsEdgeRouteWebhookVerification,
} from "pulumi-edge-ingress";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type Emulator, startEmulator } from "../../src/emulator";
import { send } from "../emulator/client";
import { failureText, TestStack } from "../support/stack";

/**
 * What is asked to go, goes; what stays, stays protected; and whoever loses a protection hears of it. Whose a module is, the
 * provider decides alike in both forms, which `module-ownership.test.ts` and the random lives show; the plugin is the faster one.
 */

const provider = { provider2: {} };
const certificateAuthorityIds = ["ca_1"];
const routeOn = (edgeId: string, match: string, more = {}) =>
  ({ edgeId, matchType: "path_prefix", match, backend: { backendId: "bkd_1" }, ...more }) as const;

let emulator: Emulator;
let stack: TestStack;

/** The requests that change something, each as its method and the end of its path. */
const changes = (): string[] =>
  emulator
    .requests()
    .filter(({ method }) => method !== "GET")
    .map(
      ({ method, path }) =>
        `${method} ${path
          .split("/")
          .slice(3)
          .join("/")
          .replace(/edghtsrt_\w+/, "{id}")}`,
    )
    .sort();

/** The modules that the API has at paths of their own, by their edges. */
const modules = (): string[] =>
  emulator
    .objects()
    .filter(({ path }) => /\/(oauth|webhook_verification|mutual_tls)$/.test(path))
    .map(({ path }) => `${path.split("/")[3]} ${path.split("/").at(-1)}`)
    .sort();

beforeAll(async () => {
  emulator = await startEmulator();
  stack = await TestStack.create(emulator);
  await stack.setConfig("edge-ingress:plugin", "true");
});

beforeEach(() => emulator.clearRequests());

afterAll(async () => {
  await stack[Symbol.asyncDispose]();
  await emulator.close();
});

describe("two resources that ask for one module", () => {
  class Team extends ComponentResource {
    constructor() {
      super("test:index:Team", "team");
    }
  }

  it("are refused in a preview, by their names", async () => {
    const twice = stack.preview(async () => {
      new HttpsEdgeMutualTls("one", { edgeId: "e_twice", certificateAuthorityIds });
      new HttpsEdgeMutualTls("other", { edgeId: "e_twice", certificateAuthorityIds });
      return undefined;
    });
    expect(await failureText(twice)).toContain(
      "HttpsEdgeMutualTls 'other': the module at /edges/https/e_twice/mutual_tls is already configured by " +
        "HttpsEdgeMutualTls 'one': remove one of the two",
    );
  });

  it("are refused when they have one name, one of them in a component", async () => {
    const twice = stack.preview(async () => {
      new HttpsEdgeMutualTls("tls", { edgeId: "e_twice" });
      new HttpsEdgeMutualTls("tls", { edgeId: "e_twice" }, { parent: new Team() });
      return undefined;
    });
    expect(await failureText(twice)).toContain(
      "is already configured by HttpsEdgeMutualTls 'tls': remove one of the two",
    );
  });
});

describe("a module resource that is new", () => {
  const program = (adopt: boolean) => async () => {
    new HttpsEdgeMutualTls("foreign", { edgeId: "e_foreign", certificateAuthorityIds, adopt });
    return undefined;
  };

  it("is new, and the module has a different configuration: refused, or replaced with adopt", async () => {
    const ca_2 = { id: "ca_2", uri: "https://api.example.com/ca_2" };
    emulator.edit("/edges/https/e_foreign/mutual_tls", { enabled: true, certificate_authorities: [ca_2] });
    expect(await failureText(stack.up(program(false)))).toContain(
      "the module at /edges/https/e_foreign/mutual_tls already has a different configuration",
    );
    expect(changes()).toEqual([]);
    await stack.up(program(true));
    expect(changes()).toEqual(["PUT e_foreign/mutual_tls"]);
  });

  it("is new, and the module is configured as asked: taken over", async () => {
    await stack.pulumi("state", "delete", (await stack.resources())[0]?.urn ?? "", "--yes");
    emulator.clearRequests();
    await stack.up(program(false));
    expect(changes()).toEqual([]);
  });

  it("is deleted by itself with the stack, also on a route that is only looked up and stays", async () => {
    const { body } = await send(emulator, "POST", "/edges/https/e_found/routes", {
      match_type: "exact_path",
      match: "/",
    });
    const { id } = body as { id: string };
    await stack.up(async () => {
      new HttpsEdgeMutualTls("foreign", { edgeId: "e_foreign", certificateAuthorityIds });
      const route = HttpsEdgeRoute.get("found", id, { edgeId: "e_found" });
      new HttpsEdgeRouteOAuth("on-found", { route, provider });
      return undefined;
    });
    expect(modules()).toEqual(["e_foreign mutual_tls", "e_found oauth"]);
    await stack.destroy();
    expect(modules()).toEqual([]);
  });
});

describe("a protection whose second half fails", () => {
  const inline = async () => {
    new HttpsEdgeRoute("route", routeOn("e_half", "/half", { oauth: { provider } }));
    return undefined;
  };
  const separate = async () => {
    const route = new HttpsEdgeRoute("route", routeOn("e_half", "/half"));
    new HttpsEdgeRouteOAuth("login", { route, provider });
    return undefined;
  };

  it("is an error that says which route is open now, and is mended by the next up", async () => {
    await stack.up(inline);
    emulator.addFault({ method: "PUT", path: "/edges/https/{edge_id}/routes/{id}/oauth", status: 400, times: 1 });
    expect(await failureText(stack.up(separate))).toContain(
      "the route path_prefix /half on the edge e_half serves without oauth until that is fixed",
    );
    await stack.up(separate);
    expect(modules()).toEqual(["e_half oauth"]);
  });

  it("is kept on the old route while a replacement is not complete", async () => {
    const moved = async () => {
      const route = new HttpsEdgeRoute("route", routeOn("e_moved", "/half"));
      new HttpsEdgeRouteOAuth("login", { route, provider });
      new AgentIngress("fails", { domain: "fails.example.com" }, { dependsOn: route });
      return undefined;
    };
    emulator.addFault({ method: "POST", path: "/agent_ingresses", status: 400, times: 1 });
    await failureText(stack.up(moved));
    expect(modules()).toContain("e_half oauth");
    await stack.up(moved);
    expect(modules()).toEqual(["e_moved oauth"]);
    await stack.destroy();
  });
});

describe("a module resource that the state or the command line moves", () => {
  const program = (name: string) => async () => {
    new HttpsEdgeMutualTls(name, { edgeId: "e_named", certificateAuthorityIds });
    return undefined;
  };
  const urnOf = async (name: string) => (await stack.resources()).find((each) => each.name === name)?.urn ?? "";

  const urnInOther = async () => {
    const { deployment } = JSON.parse(await stack.pulumi("stack", "export", "--stack", "other"));
    const resources = deployment.resources as { urn: string }[];
    return resources.find(({ urn }) => urn.endsWith("::by-program"))?.urn ?? "";
  };

  it("is renamed by `state rename`, and again before an `up --refresh`: nothing is sent", async () => {
    await stack.up(program("named"));
    await stack.pulumi("state", "rename", await urnOf("named"), "by-state", "--yes");
    emulator.clearRequests();
    await stack.up(program("by-state"));
    await stack.up(program("by-program"), { refresh: true });
    expect(changes()).toEqual([]);
    expect(modules()).toEqual(["e_named mutual_tls"]);
  });

  it("is moved by `state move` to another stack and back, while the program does without it: nothing is sent", async () => {
    await stack.pulumi("stack", "init", "other", "--no-select");
    await stack.pulumi("state", "move", "--source", "test", "--dest", "other", "--yes", await urnOf("by-program"));
    emulator.clearRequests();
    await stack.up(async () => undefined);
    await stack.pulumi("state", "move", "--source", "other", "--dest", "test", "--yes", await urnInOther());
    await stack.up(program("by-program"));
    expect(changes()).toEqual([]);
    expect(modules()).toEqual(["e_named mutual_tls"]);
  });

  it("is renamed, and the stack refreshed with `--run-program`: the module is kept", async () => {
    await stack.refresh(program("by-refresh"));
    await stack.up(program("by-refresh"));
    expect(changes()).toEqual([]);
    expect(modules()).toEqual(["e_named mutual_tls"]);
  });

  it("is named alone by `up --target`: the module is deleted", async () => {
    await stack.up(async () => undefined, { target: [await urnOf("by-refresh")] });
    expect(changes()).toEqual(["DELETE e_named/mutual_tls"]);
    await stack.up(program("by-refresh"));
    expect(modules()).toEqual(["e_named mutual_tls"]);
  });

  it("is named alone by `destroy --target`, or is destroyed with `destroy --run-program`: the module is deleted", async () => {
    await stack.destroy(undefined, { target: [await urnOf("by-refresh")] });
    expect(modules()).toEqual([]);
    await stack.up(program("again"));
    await stack.destroy(program("again"));
    expect(modules()).toEqual([]);
  });
});

describe("a route that goes with its module resources", () => {
  const program = async () => {
    const given = new HttpsEdgeRoute("given", routeOn("e_given", "/given"));
    new HttpsEdgeRouteWebhookVerification("given", { route: given, provider: "sns" });
    const byIds = new HttpsEdgeRoute("by-ids", routeOn("e_ids", "/ids"));
    new HttpsEdgeRouteOAuth("by-ids", { edgeId: byIds.edgeId, routeId: byIds.id, provider });
    return undefined;
  };

  it("keeps the module that it was given to where the service does not delete the route", async () => {
    emulator.configure({ routeDeletion: "none" });
    await stack.up(program);
    emulator.clearRequests();
    await stack.destroy();
    emulator.configure({ routeDeletion: "204" });
    expect(modules()).toEqual(["e_given webhook_verification"]);
    // A deletion that is refused is sent once more.
    expect([...new Set(changes())]).toEqual([
      "DELETE e_given/routes/{id}",
      "DELETE e_ids/routes/{id}",
      "DELETE e_ids/routes/{id}/oauth",
      "PATCH e_given/routes/{id}",
      "PATCH e_ids/routes/{id}",
    ]);
    emulator.reset();
  });

  it("keeps it where routes are retained, and warns of a route that serves on without one", async () => {
    await stack.setConfig("edge-ingress:routeDeletion", "retain");
    await stack.up(program);
    emulator.clearRequests();
    const { text } = await stack.destroy();
    expect(changes()).toEqual(["DELETE e_ids/routes/{id}/oauth"]);
    expect(modules()).toEqual(["e_given webhook_verification"]);
    expect(text).toContain("the route path_prefix /given on the edge e_given is kept and still serves traffic");
    expect(text).toContain(
      "warning: the route path_prefix /ids on the edge e_ids is kept and still serves traffic without oauth: " +
        "deleted before it; a module resource that is given `route`, or the option `deletedWith`, stays with its route",
    );
  });
});
