import type { Input } from "@pulumi/pulumi";
import { EdgeIngressError } from "../client/errors";
import { unless } from "../client/unless";
import { created } from "../engine/collection";
import { fields } from "../engine/field";
import { type Api, type Live, type Operations, PartialUpdate, type Resource } from "../engine/resource";
import { boolean, object, objects, oneOf, string } from "../engine/rows";
import { withPlaceholders } from "../engine/secrets";
import { mayHaveBeenProcessed, unknownOutcome } from "../engine/unknown-outcome";
import { isObject, isSet, UNKNOWN, type Values, type WireObject } from "../engine/values";
import { createBody, updateBody } from "../engine/wire";
import { moduleSegments, type RouteModulesArgs, routeModuleRows, routeModules } from "../modules";
import { type Ref, ref } from "../modules/common";
import { type SamlServiceProvider, samlServiceProvider } from "../modules/saml";
import { type DescribedArgs, described, type LocatedOutputs, located } from "./common";

/** Arguments of an `HttpsEdgeRoute`. */
export interface HttpsEdgeRouteArgs extends DescribedArgs, RouteModulesArgs {
  /** Id of the HTTPS edge that the route belongs to. Required. A change replaces the route. */
  edgeId: Input<string>;
  /** How `match` is compared: `exact_path` or `path_prefix`. Required. Changes in place. */
  matchType: Input<"exact_path" | "path_prefix">;
  /** What the route serves: a path, a host, or a host followed by a path. Required. Changes in place. */
  match: Input<string>;
  /**
   * Whether a module that is removed from the arguments stays on the server as it is, for a module resource or another
   * program to take over without a gap. Default: false, which deletes it, or disables it where the API shows no
   * deletion. A change does nothing by itself.
   */
  retainRemovedModules?: Input<boolean | undefined>;
}

/** Read-only outputs of an `HttpsEdgeRoute`. */
export interface HttpsEdgeRouteOutputs extends LocatedOutputs {
  /** The backend, where the program states one. */
  backendRef?: Ref | undefined;
  /** The IP policies, where the program restricts addresses. */
  ipPolicies?: Ref[] | undefined;
  /** The service's side of SAML, where the program states it. */
  samlServiceProvider?: SamlServiceProvider | undefined;
}

const table = fields<HttpsEdgeRouteArgs, HttpsEdgeRouteOutputs>()({
  ...described,
  ...located,
  uri: string({ output: true, repeats: "edgeId" }),
  ...routeModuleRows,
  edgeId: string({ required: true, createOnly: true, inPath: true }),
  matchType: oneOf(["exact_path", "path_prefix"], { required: true }),
  match: string({ required: true }),
  retainRemovedModules: boolean({ local: true }),
  backendRef: object(ref, { output: true, of: "backend", repeats: "backend", readFrom: "backend.backend" }),
  ipPolicies: objects(ref, {
    output: true,
    of: "ipRestriction",
    repeats: "ipRestriction",
    readFrom: "ip_restriction.ip_policies",
  }),
  samlServiceProvider: object(samlServiceProvider, { output: true, of: "saml", readFrom: "saml" }),
});

const ALL = "/edges/https/{edge_id}/routes";
const ONE = `${ALL}/{id}`;

const operations: Operations = {
  create: async (api, inputs) => {
    const path = { template: ALL, params: { edge_id: String(inputs.edgeId) } };
    try {
      return created(ALL, await api.request({ method: "POST", path, body: createBody(table, inputs) }));
    } catch (error) {
      // The reference shows no list of routes to look for it in.
      if (!mayHaveBeenProcessed(error)) throw error;
      throw unknownOutcome(
        error,
        `look for ${nameOf(inputs)}, and import or delete it before you run the command again`,
      );
    }
  },
  read: (api, live) => api.request({ method: "GET", path: addressOf(live) }),
  update,
  delete: remove,
};

/** A path on an HTTPS edge, with modules that are configured on it (API reference: HTTPS Edge Route). */
export const httpsEdgeRoute: Resource = {
  type: "HttpsEdgeRoute",
  fields: table,
  operations,
  place: ({ id, state }) => ({ path: pathOf(id, state), name: nameOf(state) }),
  modules: (id, inputs) =>
    id === undefined || inputs.edgeId === UNKNOWN
      ? []
      : Object.entries(moduleSegments)
          .filter(([name]) => isSet(inputs[name]))
          .map(([, segment]) => `${pathOf(id, inputs)}/${segment}`),
};

const pathOf = (id: string, { edgeId }: Values): string => `/edges/https/${String(edgeId)}/routes/${id}`;

const nameOf = ({ matchType, match, edgeId }: Values): string =>
  `the route ${String(matchType)} ${String(match)} on the edge ${String(edgeId)}`;

function addressOf({ id, state }: Live) {
  if (!isSet(state.edgeId)) throw new EdgeIngressError("edgeId is required to look up an HttpsEdgeRoute");
  return { template: ONE, params: { edge_id: String(state.edgeId), id } };
}

/**
 * First what is added or changed, then what is removed: the route never serves without a protection that both the old
 * program and the new one ask for. A removed module is deleted where the API shows how, and else disabled as it is.
 */
async function update(api: Api, live: Live, inputs: Values, changed: readonly string[]): Promise<WireObject> {
  const removed = changed.filter((key) => key in routeModules && !isSet(inputs[key]));
  const gone = inputs.retainRemovedModules === true ? [] : removed;
  const segments = gone.flatMap((key) => moduleSegments[key as keyof typeof routeModules] ?? []);
  const disabled = gone.filter((key) => !(key in moduleSegments));
  const kept = changed.filter((key) => !removed.includes(key));
  const body = { ...updateBody(table, inputs, kept), ...updateBody(table, asDisabled(live.state, disabled), disabled) };
  const isPatched = Object.keys(body).length > 0;
  const patch = isPatched ? await api.request({ method: "PATCH", path: addressOf(live), body }) : undefined;
  if (patch && segments.length === 0) return patch;
  try {
    for (const segment of segments) await removeModule(api, live, segment);
    return await api.request({ method: "GET", path: addressOf(live) });
  } catch (error) {
    throw new PartialUpdate(error as Error);
  }
}

const asDisabled = (state: Values, names: readonly string[]): Values =>
  withPlaceholders(
    table,
    Object.fromEntries(names.map((name) => [name, { ...(state[name] as Values), enabled: false }])),
  );

async function removeModule(api: Api, live: Live, segment: string): Promise<void> {
  const { template, params } = addressOf(live);
  const send = () =>
    unless([404], api.request({ method: "DELETE", path: { template: `${template}/${segment}`, params } }));
  await api.modules.delete(`${pathOf(live.id, live.state)}/${segment}`, send, api.notify);
}

/** The API's reference shows no deletion of routes, so a refusal is expected; `edge-ingress:routeDeletion` decides. */
async function remove(api: Api, live: Live): Promise<void> {
  const lost = lostModules(api, live);
  const serves = `${nameOf(live.state)} stays on the server and serves on${lost}`;
  if (api.routeDeletion === "retain") return api.notify(`${lost === "" ? "info" : "warning"}: ${serves}`);
  try {
    await deleteOrDisable(api, live);
  } catch (error) {
    throw lost === "" ? error : Object.assign(error as Error, { message: `${(error as Error).message}; ${serves}` });
  }
}

/** What a route has lost that stays: its module resources went before it. */
function lostModules(api: Api, { id, state }: Live): string {
  const lost = api.modules.deletedFrom(pathOf(id, state));
  if (lost.length === 0) return "";
  return ` without ${lost.join(" and ")}: deleted before it; a module resource that is given \`route\` stays with its route`;
}

async function deleteOrDisable(api: Api, live: Live): Promise<void> {
  if (api.routeDeletion !== "disable") {
    const path = addressOf(live);
    const answer = await unless([404, 405, 501], api.request({ method: "DELETE", path }));
    if (answer) return;
  }
  const found = await unless([404], api.request({ method: "GET", path: addressOf(live) }));
  if (!found) return;
  if (api.routeDeletion === "require") {
    throw new EdgeIngressError(
      `the service does not delete ${nameOf(live.state)}, and edge-ingress:routeDeletion is require: delete it by hand`,
    );
  }
  await disableBackend(api, live, found);
}

async function disableBackend(api: Api, live: Live, found: WireObject): Promise<void> {
  const backend = isObject(found.backend) && isObject(found.backend.backend) ? found.backend.backend : {};
  const name = nameOf(live.state);
  if (typeof backend.id !== "string") {
    api.notify(`warning: ${name} stays on the server; it has no backend, so it serves nothing`);
    return;
  }
  const body = { backend: { enabled: false, backend_id: backend.id } };
  await api.request({ method: "PATCH", path: addressOf(live), body });
  api.notify(`warning: ${name} stays on the server; its backend is disabled, so it serves nothing`);
}
