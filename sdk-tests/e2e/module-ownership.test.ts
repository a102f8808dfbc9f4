import { readdirSync } from "node:fs";
import { ComponentResource } from "@pulumi/pulumi";
import {
  HttpsEdgeMutualTls,
  HttpsEdgeRoute,
  HttpsEdgeRouteJwtValidation,
  HttpsEdgeRouteOAuth,
  HttpsEdgeRouteWebhookVerification,
  HttpsEdgeTlsTermination,
  TcpEdgeBackend,
} from "pulumi-edge-ingress";
import { describe, expect } from "vitest";
import { folderOfUser } from "../../src/core/provider/shared-folder";
import type { Emulator } from "../../src/emulator";
import { FORMS } from "../support/forms";
import { modulesIn, provider, routeOn, webhook } from "../support/moving-modules";
import { withStack } from "../support/stack";

/** Each way in which a module resource comes, moves or goes, all in one stack and one `up`: rows of docs/modules.md. */

class Team extends ComponentResource {
  constructor() {
    super("test:index:Team", "team");
  }
}

/** What this process, which runs the programs, has recorded for the providers of its runs. */
const records = () => readdirSync(folderOfUser()).filter((name) => name.endsWith(`.${process.pid}`));

/** A route with its login, which is given the route or the route's ids. */
function routeWithLogin(name: string, edgeId: string, given: "route" | "ids"): void {
  const route = new HttpsEdgeRoute(name, routeOn(edgeId));
  const place = given === "route" ? { route } : { edgeId: route.edgeId, routeId: route.id };
  new HttpsEdgeRouteOAuth(`on-${name}`, { ...place, provider });
}

/** The program before everything moves. */
const before = async () => {
  new HttpsEdgeMutualTls("renamed", { edgeId: "e_renamed", certificateAuthorityIds: ["ca_1"] });
  new TcpEdgeBackend("aliased", { edgeId: "e_aliased", backendId: "bkd_1" });
  new HttpsEdgeMutualTls("joins-component", { edgeId: "e_component", certificateAuthorityIds: ["ca_1"] });
  new HttpsEdgeTlsTermination("replaced-by-flag", { edgeId: "e_flag", minVersion: "1.2" });
  new TcpEdgeBackend("replaced-on-change", { edgeId: "e_change", backendId: "bkd_1" });
  new TcpEdgeBackend("deleted-first", { edgeId: "e_first", backendId: "bkd_1" });
  new HttpsEdgeMutualTls("stays", { edgeId: "e_pair", certificateAuthorityIds: ["ca_1"] });
  new HttpsEdgeMutualTls("changes-edge", { edgeId: "e_from", certificateAuthorityIds: ["ca_1"] });

  const toInline = new HttpsEdgeRoute("to-inline", routeOn("e_to_inline"));
  new HttpsEdgeRouteOAuth("to-inline", { route: toInline, provider });
  new HttpsEdgeRoute("to-resource", routeOn("e_to_resource", { webhookVerification: webhook }));
  new HttpsEdgeRoute("retains", routeOn("e_retains", { webhookVerification: webhook }));

  routeWithLogin("replaced", "e_replaced", "route");
  routeWithLogin("replaced-ids", "e_replaced_ids", "ids");
  routeWithLogin("flagged", "e_flagged", "route");
  routeWithLogin("flagged-ids", "e_flagged_ids", "ids");
  routeWithLogin("goes-ids", "e_goes_ids", "ids");

  const remains = new HttpsEdgeRoute("remains", routeOn("e_remains"));
  new HttpsEdgeRouteJwtValidation("leaves-route", { route: remains, audience: { allowList: [{ value: "a" }] } });
  const goes = new HttpsEdgeRoute("goes", routeOn("e_goes"));
  new HttpsEdgeRouteJwtValidation("goes-with-route", { route: goes, audience: { allowList: [{ value: "a" }] } });
};

/** The program after that. */
const after = async () => {
  new HttpsEdgeMutualTls("new-name", { edgeId: "e_renamed", certificateAuthorityIds: ["ca_1"] });
  new TcpEdgeBackend("new-alias", { edgeId: "e_aliased", backendId: "bkd_1" }, { aliases: [{ name: "aliased" }] });
  const parent = new Team();
  new HttpsEdgeMutualTls("joins-component", { edgeId: "e_component", certificateAuthorityIds: ["ca_1"] }, { parent });
  new HttpsEdgeTlsTermination("replaced-by-flag", { edgeId: "e_flag", minVersion: "1.2" });
  const replaceOnChanges = ["backendId"];
  new TcpEdgeBackend("replaced-on-change", { edgeId: "e_change", backendId: "bkd_2" }, { replaceOnChanges });
  const deletedFirst = { replaceOnChanges, deleteBeforeReplace: true };
  new TcpEdgeBackend("deleted-first", { edgeId: "e_first", backendId: "bkd_2" }, deletedFirst);
  new HttpsEdgeMutualTls("stays", { edgeId: "e_pair", certificateAuthorityIds: ["ca_1"] });
  new HttpsEdgeMutualTls("changes-edge", { edgeId: "e_to", certificateAuthorityIds: ["ca_1"] });

  new HttpsEdgeRoute("to-inline", routeOn("e_to_inline", { oauth: { provider } }));
  const toResource = new HttpsEdgeRoute("to-resource", routeOn("e_to_resource"));
  new HttpsEdgeRouteWebhookVerification("to-resource", { route: toResource, ...webhook });
  const retains = new HttpsEdgeRoute("retains", routeOn("e_retains", { retainRemovedModules: true }));
  new HttpsEdgeRouteWebhookVerification("retains", { route: retains, ...webhook });

  routeWithLogin("replaced", "e_replacement", "route");
  routeWithLogin("replaced-ids", "e_replacement_ids", "ids");
  routeWithLogin("flagged", "e_flagged", "route");
  routeWithLogin("flagged-ids", "e_flagged_ids", "ids");

  new HttpsEdgeRoute("remains", routeOn("e_remains"));
};

/** The requests to an edge and what is on it, each as its method and the last part of its path. */
const requestsOn = (emulator: Emulator, edgeId: string): string[] =>
  emulator
    .requests()
    .filter(({ path }) => path.split("/")[3] === edgeId)
    .map(
      ({ method, path }) =>
        `${method} ${path
          .split("/")
          .at(-1)
          ?.replace(/^edghtsrt_.*/, "{id}")}`,
    );

// Fixtures of a file are defined at its top.
const forms = FORMS.map((form) => [form, withStack({}, {}, form)] as const);

describe.each(forms)("as %s", (form, it) => {
  it.beforeAll(({ stack }) => stack.up(before));

  it("a module resource that is new is read and then set", ({ emulator }) => {
    expect(requestsOn(emulator, "e_renamed")).toEqual(["GET mutual_tls", "PUT mutual_tls"]);
    expect(requestsOn(emulator, "e_goes")).toEqual(["POST routes", "GET jwt_validation", "PUT jwt_validation"]);
  });

  describe("a program whose module resources all move", () => {
    it.beforeAll(async ({ emulator, stack }) => {
      // An earlier version let two resources of a type ask for one module.
      await stack.edit((resources) =>
        resources.flatMap((each) =>
          each.urn.endsWith("::stays")
            ? [each, { ...each, urn: each.urn.replace("::stays", "::goes-of-two") }]
            : [each],
        ),
      );
      emulator.clearRequests();
      const urns = await stack.urns();
      const replace = ["replaced-by-flag", "flagged", "flagged-ids"].map((name) => urns.get(name) ?? "");
      await stack.preview(after, { replace });
      expect(emulator.requests()).toEqual([]);
      await stack.up(after, { replace });
    });

    const module = "webhook_verification";
    const replacing = ["POST routes", "GET oauth", "PUT oauth"];
    const last = form === "plugin" ? "keeps a module to the end" : "deletes a module right before its route";
    const deletions = form === "plugin" ? ["DELETE {id}"] : ["DELETE oauth", "DELETE {id}"];

    it.for([
      ["never turns a module off whose resource is renamed", "e_renamed", ["GET mutual_tls"]],
      ["never turns a module off whose resource is renamed with an alias", "e_aliased", []],
      ["never turns a module off whose resource moves into a component", "e_component", ["GET mutual_tls"]],
      ["never turns a module off whose resource is replaced by `--replace`", "e_flag", ["GET tls_termination"]],
      [
        "never turns a module off whose resource is replaced with `deleteBeforeReplace`",
        "e_first",
        ["GET backend", "PUT backend"],
      ],
      [
        "never turns a module off whose resource is replaced by `replaceOnChanges`",
        "e_change",
        ["GET backend", "PUT backend"],
      ],
      ["never turns a module off whose resource is one of two, and the other goes", "e_pair", []],
      ["keeps a module whose resource becomes an argument of its route", "e_to_inline", ["PATCH {id}"]],
      [
        "deletes a module before it is set again, whose resource takes the place of an argument",
        "e_to_resource",
        [`DELETE ${module}`, "GET {id}", `GET ${module}`, `PUT ${module}`],
      ],
      [
        "keeps a module whose resource takes the place of an argument that its route retains",
        "e_retains",
        ["GET {id}", `GET ${module}`],
      ],
      ["keeps a module to the end on a route that is replaced on another edge", "e_replaced", ["DELETE {id}"]],
      ["sets the module of a route that is replaced on another edge", "e_replacement", replacing],
      ["keeps a module to the end on such a route of which it has the ids", "e_replaced_ids", ["DELETE {id}"]],
      ["sets the module of such a route of which it has the ids", "e_replacement_ids", replacing],
      ["keeps a module to the end on a route that `--replace` names", "e_flagged", [...replacing, "DELETE {id}"]],
      [`${last} on a route that \`--replace\` names, given its ids`, "e_flagged_ids", [...replacing, ...deletions]],
      ["deletes a module whose resource goes alone", "e_remains", ["DELETE jwt_validation"]],
      ["keeps a module to the end whose resource goes with the `route` of its arguments", "e_goes", ["DELETE {id}"]],
      [`${last} whose resource goes with a route of which it was given the ids`, "e_goes_ids", deletions],
    ] as const)("%s", ([_, edgeId, requests], { emulator }) => {
      expect(requestsOn(emulator, edgeId)).toEqual(requests);
    });

    it("sets a module whose resource moves to another edge there first, and then deletes it here", ({ emulator }) => {
      expect(requestsOn(emulator, "e_to")).toEqual(["GET mutual_tls", "PUT mutual_tls"]);
      expect(requestsOn(emulator, "e_from")).toEqual(["DELETE mutual_tls"]);
      const paths = emulator.requests().map(({ path }) => path);
      expect(paths.indexOf("/edges/https/e_from/mutual_tls")).toBeGreaterThan(
        paths.indexOf("/edges/https/e_to/mutual_tls"),
      );
    });

    it("leaves no records of runs whose engines have ended", async () => {
      await expect.poll(() => records().length).toBe(1);
    });

    it("has on the server what the program says, and nothing else", async ({ emulator, stack }) => {
      expect((await stack.preview(after, { refresh: true })).steps).toEqual([]);
      expect(modulesIn(emulator)).toEqual([
        "e_aliased backend",
        "e_change backend",
        "e_component mutual_tls",
        "e_first backend",
        "e_flag tls_termination",
        "e_flagged oauth",
        "e_flagged_ids oauth",
        "e_pair mutual_tls",
        "e_renamed mutual_tls",
        "e_replacement oauth",
        "e_replacement_ids oauth",
        "e_retains webhook_verification",
        "e_to mutual_tls",
        "e_to_inline oauth",
        "e_to_resource webhook_verification",
      ]);
    });
  });
});
