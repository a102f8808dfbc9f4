import { readdirSync } from "node:fs";
import { describe, expect } from "vitest";
import type { Emulator } from "../../src/emulator";
import { folderOfTests } from "../support/folders";
import { FORMS, type FormName } from "../support/forms";
import { modulesIn, provider, routeOn, webhook } from "../support/moving-modules";
import {
  ComponentResource,
  HttpsEdgeMutualTls,
  HttpsEdgeRoute,
  HttpsEdgeRouteJwtValidation,
  HttpsEdgeRouteOAuth,
  HttpsEdgeRouteWebhookVerification,
  HttpsEdgeTlsTermination,
  TcpEdgeBackend,
} from "../support/program";
import { withStack } from "../support/stack";

/**
 * Tests of each way in which a module resource is added, moved or removed, all in the same stack and the same `up`:
 * rows of docs/modules.md.
 */

class Team extends ComponentResource {
  constructor() {
    super("test:index:Team", "team");
  }
}

/** The temporary folder of the runs of each form. */
const temporary = { dynamic: folderOfTests(), plugin: folderOfTests() };

/** Records that processes share while their run lasts. What they share of creates stays for an hour. */
const records = (form: FormName) =>
  readdirSync(temporary[form], { recursive: true, encoding: "utf8" }).filter((path) =>
    /\.\d+-[0-9a-f]*(\.\w+)?$/.test(path),
  );

/** Declares a route with its login, to which the program passes the route or the route's ids. */
function routeWithLogin(name: string, edgeId: string, reference: "route" | "ids"): void {
  const route = new HttpsEdgeRoute(name, routeOn(edgeId));
  const place = reference === "route" ? { route } : { edgeId: route.edgeId, routeId: route.id };
  new HttpsEdgeRouteOAuth(`on-${name}`, { ...place, provider });
}

/** The program before everything moves. */
const before = async () => {
  new HttpsEdgeMutualTls("renamed", { edgeId: "e_renamed", certificateAuthorityIds: ["ca_1"] });
  new TcpEdgeBackend("aliased", { edgeId: "e_aliased", backendId: "bkd_1" });
  new HttpsEdgeMutualTls("joins-component", {
    edgeId: "e_component",
    certificateAuthorityIds: ["ca_1"],
  });
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
  new HttpsEdgeRouteJwtValidation("leaves-route", {
    route: remains,
    audience: { allowList: [{ value: "a" }] },
  });
  const goes = new HttpsEdgeRoute("goes", routeOn("e_goes"));
  new HttpsEdgeRouteJwtValidation("goes-with-route", {
    route: goes,
    audience: { allowList: [{ value: "a" }] },
  });
};

/** The program after that. */
const after = async () => {
  new HttpsEdgeMutualTls("new-name", { edgeId: "e_renamed", certificateAuthorityIds: ["ca_1"] });
  new TcpEdgeBackend(
    "new-alias",
    { edgeId: "e_aliased", backendId: "bkd_1" },
    { aliases: [{ name: "aliased" }] },
  );
  const parent = new Team();
  new HttpsEdgeMutualTls(
    "joins-component",
    { edgeId: "e_component", certificateAuthorityIds: ["ca_1"] },
    { parent },
  );
  new HttpsEdgeTlsTermination("replaced-by-flag", { edgeId: "e_flag", minVersion: "1.2" });
  const replaceOnChanges = ["backendId"];
  new TcpEdgeBackend(
    "replaced-on-change",
    { edgeId: "e_change", backendId: "bkd_2" },
    { replaceOnChanges },
  );
  const deletedFirst = { replaceOnChanges, deleteBeforeReplace: true };
  new TcpEdgeBackend("deleted-first", { edgeId: "e_first", backendId: "bkd_2" }, deletedFirst);
  new HttpsEdgeMutualTls("stays", { edgeId: "e_pair", certificateAuthorityIds: ["ca_1"] });
  new HttpsEdgeMutualTls("changes-edge", { edgeId: "e_to", certificateAuthorityIds: ["ca_1"] });

  new HttpsEdgeRoute("to-inline", routeOn("e_to_inline", { oauth: { provider } }));
  const toResource = new HttpsEdgeRoute("to-resource", routeOn("e_to_resource"));
  new HttpsEdgeRouteWebhookVerification("to-resource", { route: toResource, ...webhook });
  const retains = new HttpsEdgeRoute(
    "retains",
    routeOn("e_retains", { retainRemovedModules: true }),
  );
  new HttpsEdgeRouteWebhookVerification("retains", { route: retains, ...webhook });

  routeWithLogin("replaced", "e_replacement", "route");
  routeWithLogin("replaced-ids", "e_replacement_ids", "ids");
  routeWithLogin("flagged", "e_flagged", "route");
  routeWithLogin("flagged-ids", "e_flagged_ids", "ids");

  new HttpsEdgeRoute("remains", routeOn("e_remains"));
};

/** The requests to an edge while all module resources move at once. */
interface Move {
  /** The change of the program, and its effect. */
  readonly title: string;
  readonly edge: string;
  readonly requests: readonly string[];
}

const movesInBothForms: readonly Move[] = [
  {
    title: "never turns off a module whose resource is renamed",
    edge: "e_renamed",
    requests: ["GET mutual_tls"],
  },
  {
    title: "never turns off a module whose resource is renamed with an alias",
    edge: "e_aliased",
    requests: [],
  },
  {
    title: "never turns off a module whose resource moves into a component",
    edge: "e_component",
    requests: ["GET mutual_tls"],
  },
  {
    title: "never turns off a module whose resource is replaced by `--replace`",
    edge: "e_flag",
    requests: ["GET tls_termination"],
  },
  {
    title: "never turns off a module whose resource is replaced with `deleteBeforeReplace`",
    edge: "e_first",
    requests: ["GET backend", "PUT backend"],
  },
  {
    title: "never turns off a module whose resource is replaced by `replaceOnChanges`",
    edge: "e_change",
    requests: ["GET backend", "PUT backend"],
  },
  {
    title: "never turns off a module of two resources if one of them is removed",
    edge: "e_pair",
    requests: [],
  },
  {
    title: "keeps a module whose resource becomes an argument of its route",
    edge: "e_to_inline",
    requests: ["PATCH {id}"],
  },
  {
    title: "deletes a module and then sets it again if a resource takes the place of the argument",
    edge: "e_to_resource",
    requests: [
      "DELETE webhook_verification",
      "GET {id}",
      "GET webhook_verification",
      "GET webhook_verification",
      "PUT webhook_verification",
    ],
  },
  {
    title:
      "keeps a module if a resource takes the place of the argument and the route retains removed modules",
    edge: "e_retains",
    requests: ["GET {id}", "GET webhook_verification"],
  },
  {
    title: "keeps a module to the end on a route that is replaced on another edge",
    edge: "e_replaced",
    requests: ["DELETE {id}"],
  },
  {
    title: "sets the module of a route that is replaced on another edge",
    edge: "e_replacement",
    requests: ["POST routes", "GET oauth", "GET oauth", "PUT oauth"],
  },
  {
    title:
      "keeps a module to the end on a route that is replaced on another edge, if the resource has the route's ids",
    edge: "e_replaced_ids",
    requests: ["DELETE {id}"],
  },
  {
    title:
      "sets the module of a route that is replaced on another edge, if the resource has the route's ids",
    edge: "e_replacement_ids",
    requests: ["POST routes", "GET oauth", "GET oauth", "PUT oauth"],
  },
  {
    title: "keeps a module to the end on a route that `--replace` names",
    edge: "e_flagged",
    requests: ["POST routes", "GET oauth", "GET oauth", "PUT oauth", "DELETE {id}"],
  },
  {
    title: "deletes a module if its resource is removed without the route",
    edge: "e_remains",
    requests: ["DELETE jwt_validation"],
  },
  {
    title: "keeps a module to the end if its resource is removed with the `route` of its arguments",
    edge: "e_goes",
    requests: ["DELETE {id}"],
  },
];

/** The moves whose requests differ between the forms. */
const movesOf: Readonly<Record<FormName, readonly Move[]>> = {
  dynamic: [
    {
      title:
        "deletes a module right before its route if `--replace` names the route, and the resource has the route's ids",
      edge: "e_flagged_ids",
      requests: [
        "POST routes",
        "GET oauth",
        "GET oauth",
        "PUT oauth",
        "DELETE oauth",
        "DELETE {id}",
      ],
    },
    {
      title:
        "deletes a module right before its route if both are removed, and the resource has the route's ids",
      edge: "e_goes_ids",
      requests: ["DELETE oauth", "DELETE {id}"],
    },
  ],
  plugin: [
    {
      title:
        "keeps a module to the end if `--replace` names the route, and the resource has the route's ids",
      edge: "e_flagged_ids",
      requests: ["POST routes", "GET oauth", "GET oauth", "PUT oauth", "DELETE {id}"],
    },
    {
      title: "keeps a module to the end if both are removed, and the resource has the route's ids",
      edge: "e_goes_ids",
      requests: ["DELETE {id}"],
    },
  ],
};

/** The resulting modules on the server, by edge. */
const modulesLeft = [
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
];

/** The requests to an edge and to its objects, each as its method and the last part of its path. */
const requestsOn = (emulator: Emulator, edgeId: string): string[] =>
  emulator
    .requests()
    .filter(({ path }) => path.split("/")[3] === edgeId)
    .map(
      ({ method, path }) => `${method} ${path.replace(/.*\//, "").replace(/^edghtsrt_.*/, "{id}")}`,
    );

// Fixtures of a file are defined at its top.
const forms = FORMS.map(
  (form) => [form, withStack({}, { TMPDIR: temporary[form] }, form)] as const,
);

describe.each(forms)("as %s", (form, it) => {
  it.beforeAll(({ stack }) => stack.up(before));

  it("a module resource that is new is read and then set", ({ emulator }) => {
    expect(requestsOn(emulator, "e_renamed")).toEqual([
      "GET mutual_tls",
      "GET mutual_tls",
      "PUT mutual_tls",
    ]);
    expect(requestsOn(emulator, "e_goes")).toEqual([
      "POST routes",
      "GET jwt_validation",
      "GET jwt_validation",
      "PUT jwt_validation",
    ]);
  });

  describe("a program whose module resources all move", () => {
    it.beforeAll(async ({ emulator, stack }) => {
      // An earlier version let two resources of a type configure the same module.
      await stack.edit((resources) =>
        resources.flatMap((resource) =>
          resource.urn.endsWith("::stays")
            ? [resource, { ...resource, urn: resource.urn.replace("::stays", "::goes-of-two") }]
            : [resource],
        ),
      );
      emulator.clearRequests();
      const urns = await stack.urns();
      const replace = ["replaced-by-flag", "flagged", "flagged-ids"].map(
        (name) => urns.get(name) ?? "",
      );
      await stack.preview(after, { replace });
      expect(emulator.requests()).toEqual([]);
      await stack.up(after, { replace });
    });

    it.for([...movesInBothForms, ...movesOf[form]])(
      "$title",
      ({ edge, requests }, { emulator }) => {
        expect(requestsOn(emulator, edge)).toEqual(requests);
      },
    );

    it("sets a module whose resource moves to another edge there first, and then deletes it here", ({
      emulator,
    }) => {
      expect(requestsOn(emulator, "e_to")).toEqual([
        "GET mutual_tls",
        "GET mutual_tls",
        "PUT mutual_tls",
      ]);
      expect(requestsOn(emulator, "e_from")).toEqual(["DELETE mutual_tls"]);
      const paths = emulator.requests().map(({ path }) => path);
      expect(paths.indexOf("/edges/https/e_from/mutual_tls")).toBeGreaterThan(
        paths.indexOf("/edges/https/e_to/mutual_tls"),
      );
    });

    it("leaves no records of runs that have ended", () => {
      expect(records(form)).toEqual([]);
    });

    it("has exactly the modules of the program on the server", async ({ emulator, stack }) => {
      expect((await stack.preview(after, { refresh: true })).steps).toEqual([]);
      expect(modulesIn(emulator)).toEqual(modulesLeft);
    });
  });
});
