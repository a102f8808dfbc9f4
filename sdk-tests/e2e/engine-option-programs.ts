import type { CustomResourceOptions } from "@pulumi/pulumi";
import { provider, routeOn } from "../support/moving-modules";
import {
  AgentIngress,
  HttpsEdgeMutualTls,
  HttpsEdgeRoute,
  HttpsEdgeRouteOAuth,
  type Program,
} from "../support/program";

/** The programs in which tests use engine options: two routes with their logins, or a module of an edge. */

export const ROUTES = ["given", "ids"];
export const LOGINS = ["given-login", "ids-login"];

interface Variant {
  readonly onRoute?: CustomResourceOptions;
  readonly onModule?: CustomResourceOptions;
  readonly byIdsWithDeletedWith?: boolean;
}

/** A route of each kind with its login. */
export const routes =
  ({ onRoute = {}, onModule = {}, byIdsWithDeletedWith = false }: Variant = {}): Program =>
  async () => {
    const referenced = new HttpsEdgeRoute("given", routeOn("given"), onRoute);
    new HttpsEdgeRouteOAuth("given-login", { route: referenced, provider }, onModule);
    const ids = new HttpsEdgeRoute("ids", routeOn("ids"), onRoute);
    const opts = byIdsWithDeletedWith ? { ...onModule, deletedWith: ids } : onModule;
    new HttpsEdgeRouteOAuth("ids-login", { edgeId: ids.edgeId, routeId: ids.id, provider }, opts);
  };

interface Changes {
  /** The suffix of the names of the edges. */
  readonly edges?: string;
  readonly args?: object;
  readonly logins?: readonly string[];
  readonly waitsForFailure?: boolean;
}

/** The same routes, changed or on other edges, with module resources of other names, or without module resources. */
export const changed =
  ({ edges = "", args = {}, logins = [], waitsForFailure = false }: Changes): Program =>
  async () => {
    const dependsOn = waitsForFailure ? failing() : [];
    for (const name of ROUTES) {
      const route = new HttpsEdgeRoute(name, routeOn(name + edges, args), { dependsOn });
      const place = name === "given" ? { route } : { edgeId: route.edgeId, routeId: route.id };
      for (const login of logins)
        new HttpsEdgeRouteOAuth(`${name}-${login}`, { ...place, provider });
    }
  };

export const inline = changed({ args: { oauth: { provider } } });
export const moved = changed({ edges: "-2", logins: ["login"] });

/** The inline modules under new names, waiting for a resource that fails. */
export const renamed: Program = async () => {
  const dependsOn = failing();
  for (const name of ROUTES)
    new HttpsEdgeRoute(`${name}-renamed`, routeOn(name, { oauth: { provider } }), {
      aliases: [{ name }],
      dependsOn,
    });
};

export const edge =
  (name: string, waitsForFailure = false): Program =>
  async () => {
    const dependsOn = waitsForFailure ? failing() : [];
    new HttpsEdgeMutualTls(
      name,
      { edgeId: "edge", certificateAuthorityIds: ["ca_1"] },
      { dependsOn },
    );
  };

const failing = () => new AgentIngress("fails", { domain: "fails.example.com" });
export const nothing: Program = async () => undefined;

/** Declares the resources of a program in the `apply` of a resource that fails. */
export const declaredLater =
  (program: Program): Program =>
  () => {
    failing().id.apply(() => void program());
  };

/** Declares the routes, and their logins in the `apply` of a resource that fails. */
export const loginsDeclaredLater: Program = () => {
  const later = failing();
  for (const name of ROUTES) {
    const route = new HttpsEdgeRoute(name, routeOn(name));
    const place = name === "given" ? { route } : { edgeId: route.edgeId, routeId: route.id };
    later.id.apply(() => new HttpsEdgeRouteOAuth(`${name}-login`, { ...place, provider }));
  }
};

export const onProtected = routes({ onRoute: { protect: true } });
export const onRetained = routes({ onRoute: { retainOnDelete: true } });
