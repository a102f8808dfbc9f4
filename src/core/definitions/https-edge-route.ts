import type { Input } from "@pulumi/pulumi";
import { fields } from "../schema/row-types";
import { boolean, object, objects, oneOf, string } from "../schema/rows";
import { accountFields, type DescribedArgs, type LocatedOutputs, type Ref, ref } from "./common";
import { collection } from "./define";
import { moduleSegments, type RouteModulesArgs, routeModuleRows } from "./modules";
import { type SamlServiceProvider, samlServiceProvider } from "./modules/sign-in";

/** Arguments of an `HttpsEdgeRoute`. */
export interface HttpsEdgeRouteArgs extends DescribedArgs, RouteModulesArgs {
  /** Id of the HTTPS edge that the route belongs to. Required. Forces replacement. */
  edgeId: Input<string>;
  /**
   * Comparison of `match` with requests. Required.
   *
   * - `exact_path`: with the whole path of a request.
   * - `path_prefix`: with the beginning of the path.
   */
  matchType: Input<"exact_path" | "path_prefix">;
  /** Requests that the route serves: a path, a host, or a host followed by a path. Required. */
  match: Input<string>;
  /**
   * Leaves a module on the server if it is removed from the arguments, so that a module resource or another program
   * adopts it without a gap. Default: false, which deletes the module, or disables it if the API reference shows no
   * deletion. A change of this argument alone does nothing.
   */
  retainRemovedModules?: Input<boolean | undefined>;
}

/** Read-only outputs of an `HttpsEdgeRoute`. */
export interface HttpsEdgeRouteOutputs extends LocatedOutputs {
  /** The backend, if the program configures one. */
  backendRef?: Ref | undefined;
  /** The IP policies, if the program configures `ipRestriction`. */
  ipPolicies?: Ref[] | undefined;
  /** The service's side of SAML, if the program configures `saml`. */
  samlServiceProvider?: SamlServiceProvider | undefined;
}

/** The options of an output that repeats an argument, and is absent without it. */
const repeatedArgument = <const Argument extends string>(argument: Argument) =>
  ({ output: true, presentWith: argument, repeats: [argument] }) as const;

/** A path on an HTTPS edge, with modules that are configured on it (API reference: HTTPS Edge Route). */
export const httpsEdgeRoute = collection({
  type: "HttpsEdgeRoute",
  title: "HTTPS Edge Route",
  path: "/edges/https/{edge_id}/routes/{id}",
  fields: fields<HttpsEdgeRouteArgs, HttpsEdgeRouteOutputs>()({
    ...accountFields,
    uri: string({ output: true, repeats: ["edgeId"] }),
    ...routeModuleRows,
    edgeId: string({
      required: true,
      createOnly: true,
      pathParameter: true,
      refersTo: "httpsEdge",
    }),
    matchType: oneOf(["exact_path", "path_prefix"], { required: true }),
    match: string({ required: true, equalUpTo: "match" }),
    retainRemovedModules: boolean({ providerOnly: true }),
    backendRef: object(ref, { ...repeatedArgument("backend"), readFrom: "backend.backend" }),
    ipPolicies: objects(ref, {
      ...repeatedArgument("ipRestriction"),
      readFrom: "ip_restriction.ip_policies",
    }),
    samlServiceProvider: object(samlServiceProvider, {
      output: true,
      presentWith: "saml",
      readFrom: "saml",
    }),
  }),
  modules: moduleSegments,
  identity: ["edgeId", "matchType", "match"],
});
