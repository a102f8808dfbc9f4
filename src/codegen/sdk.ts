import { pluginToken } from "../core/definitions/define";

/** The members of a property in a package schema that describe its values. */
export interface PropertySpec {
  readonly type?: string;
  readonly $ref?: string;
  readonly items?: PropertySpec;
  readonly additionalProperties?: PropertySpec;
}

type Properties = Readonly<Record<string, PropertySpec>>;

/** Names of the packages of an SDK as programs import them. For C# and Java, these are namespaces. */
export type Packages = Readonly<typeof packages>;

/** The SDK that a program uses: the names of its packages, and the parts of its schema that describe arguments. */
export interface Sdk {
  readonly packages: Packages;
  readonly resources: Readonly<Record<string, { readonly inputProperties: Properties }>>;
  /** Object types and enumerations. */
  readonly types: Readonly<
    Record<string, { readonly properties?: Properties; readonly enum?: unknown }>
  >;
}

/**
 * The packages of the SDKs that a project generates for itself; the package schema has them from here. A release names Go's module
 * after its repository.
 */
export const packages = {
  typescript: "pulumi-edge-ingress-sdk",
  python: "pulumi_edge_ingress",
  go: "example.com/pulumi-edge-ingress/sdk/go/edgeingress",
  csharp: "EdgeIngressSdk.EdgeIngress",
  java: "edgeingress.sdk.edgeingress",
};

/**
 * The type of a value. A member of a named type has another name in each language; a key of a map
 * has the same name in all.
 */
export interface Shape {
  readonly kind: "string" | "integer" | "number" | "boolean" | "list" | "map" | "object" | "any";
  /** The named type of an object. */
  readonly type?: string;
  /** The shape of an object's member, or of each item of a list or a map. */
  readonly at: (key: string | number) => Shape;
}

/** The shape of a value of an unknown type. */
export const ANY: Shape = { kind: "any", at: () => ANY };

/** The shape of a resource's arguments. */
export const argsShape = (sdk: Sdk, type: string): Shape =>
  objectShape(sdk, type, sdk.resources[pluginToken(type)]?.inputProperties);

const objectShape = (sdk: Sdk, type: string, properties: Properties = {}): Shape => ({
  kind: "object",
  type,
  at: (key) => propertyShape(sdk, properties[key]),
});

function propertyShape(
  sdk: Sdk,
  { type, $ref, items, additionalProperties }: PropertySpec = {},
): Shape {
  const [, token, name] = /^#\/types\/(.*:(.*))$/.exec($ref ?? "") ?? [];
  if (token !== undefined && name !== undefined)
    return objectShape(sdk, name, sdk.types[token]?.properties);
  if (type === "array") return { kind: "list", at: () => propertyShape(sdk, items) };
  if (type === "object") return { kind: "map", at: () => propertyShape(sdk, additionalProperties) };
  return type === "string" || type === "integer" || type === "number" || type === "boolean"
    ? { ...ANY, kind: type }
    : ANY;
}
