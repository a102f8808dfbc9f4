import { stableJson, UNKNOWN, type Values } from "../../../src/core/schema/values";
import { differences } from "./differences";
import { withoutHidden } from "./masking";
import type { Ingress } from "./model";
import { type Declared, declared, urnOf } from "./program";

/** The text that `pulumi preview --json --show-sames` prints for a change of an ingress, as dynamic resources. */

const PROVIDER = "urn:pulumi:dev::shop::pulumi:providers:pulumi-nodejs::default::a6860db3-f9bb-4ce4-ad24-7ddf01c3c91b";
const STACK = "urn:pulumi:dev::shop::pulumi:pulumi:Stack::shop-dev";

interface Step extends Values {
  readonly op: string;
}

export type Form = "dynamic" | "plugin";

/** How the plugin's resources differ from dynamic ones: in their type, and in what marks secrets and code. */
const asPlugin = (text: string): string =>
  text
    .replaceAll("pulumi-nodejs:dynamic/edge-ingress:", "edge-ingress:index:")
    .replaceAll("pulumi:providers:pulumi-nodejs", "pulumi:providers:edge-ingress");

export function previewText(before: Ingress, after: Ingress, form: Form): string {
  const known = new Map(before.routes.map((route) => [route.name, route.edgeId]));
  const olds = declared(before, ({ name }) => `edghtsrt_${name}`);
  // The id of a route stays known, unless the route is new or another edge replaces it.
  const news = declared(after, ({ name, edgeId }) =>
    known.has(name) && stableJson(known.get(name)) === stableJson(edgeId) ? `edghtsrt_${name}` : UNKNOWN,
  );
  const root = {
    op: "same",
    urn: STACK,
    oldState: { urn: STACK, custom: false },
    newState: { urn: STACK, custom: false },
  };
  const steps: Step[] = [
    root,
    ...news.map((each) =>
      stepOf(
        olds.find(({ urn }) => urn === each.urn),
        each,
      ),
    ),
    ...olds.filter(({ urn }) => !news.some((each) => each.urn === urn)).map((each) => stepOf(each, undefined)),
  ];
  const same = steps.filter(({ op }) => op === "same").length;
  const ofDynamic = (key: string, value: unknown) => (key.startsWith("__") ? undefined : value);
  const preview = { steps, changeSummary: { same } };
  return form === "dynamic" ? JSON.stringify(preview) : asPlugin(JSON.stringify(preview, ofDynamic));
}

/** Arguments whose change replaces a resource. */
const REPLACES: Readonly<Record<string, readonly string[]>> = {
  HttpsEdgeRoute: ["edgeId"],
  HttpsEdgeMutualTls: ["edgeId"],
};

function stepOf(old: Declared | undefined, now: Declared | undefined): Step {
  const changed = old && now ? differences(old.inputs, now.inputs) : [];
  const replaces = now ? (REPLACES[now.type] ?? ["edgeId", "routeId"]) : [];
  const isReplaced = changed.some(({ path }) => replaces.includes(path));
  const op = !old ? "create" : !now ? "delete" : isReplaced ? "replace" : changed.length > 0 ? "update" : "same";
  const detailed = changed.map(({ path, kind }) => [path, { kind, inputDiff: true }]);
  return {
    op,
    urn: (now ?? old)?.urn,
    provider: PROVIDER,
    ...(old && {
      oldState: { ...stateOf(old), id: old.id, outputs: maskedOf(old), ...(isReplaced && { delete: true }) },
    }),
    ...(now && { newState: stateOf(now) }),
    detailedDiff: detailed.length > 0 ? Object.fromEntries(detailed) : null,
  };
}

const maskedOf = ({ inputs }: Declared): Values => {
  const { values, secrets } = withoutHidden(inputs);
  return { __provider: "exports.handler=0", ...(secrets.length > 0 && { __secrets: secrets }), ...values };
};

function stateOf(resource: Declared): Values {
  const dependencies = Object.fromEntries(Object.keys(resource.inputs).map((key) => [key, []]));
  return {
    urn: resource.urn,
    custom: true,
    type: `pulumi-nodejs:dynamic/edge-ingress:${resource.type}`,
    inputs: maskedOf(resource),
    parent: STACK,
    dependencies: [...new Set(Object.values(resource.dependencies).flat())].map((name) =>
      urnOf("HttpsEdgeRoute", name),
    ),
    provider: PROVIDER,
    propertyDependencies: { ...dependencies, ...urnsOf(resource.dependencies) },
    ...(resource.deletedWith !== undefined && { deletedWith: urnOf("HttpsEdgeRoute", resource.deletedWith) }),
    sourcePosition: "project:///index.js#7,3",
  };
}

const urnsOf = (dependencies: Declared["dependencies"]): Values =>
  Object.fromEntries(
    Object.entries(dependencies).map(([key, names]) => [key, names.map((name) => urnOf("HttpsEdgeRoute", name))]),
  );
