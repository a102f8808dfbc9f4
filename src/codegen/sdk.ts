import { pluginToken } from "../core/definitions/define";

/** A property in a package schema, as far as it says what its values are. */
export interface PropertySpec {
  readonly type?: string;
  readonly $ref?: string;
  readonly items?: PropertySpec;
  readonly additionalProperties?: PropertySpec;
}

type Properties = Readonly<Record<string, PropertySpec>>;

/** What the packages of an SDK are called: names that programs import, so that those of C# and Java are namespaces. */
export type Packages = Readonly<Record<"typescript" | "python" | "go" | "csharp" | "java", string>>;

/** The SDK that a program uses: what its packages are called, and the parts of its schema that say what arguments are. */
export interface Sdk {
  readonly packages: Packages;
  readonly resources: Readonly<Record<string, { readonly inputProperties: Properties }>>;
  /** Objects, and the values that a text can have. */
  readonly types: Readonly<Record<string, { readonly properties?: Properties; readonly enum?: unknown }>>;
}

/** The packages of the SDKs that a project generates for itself. Go's module is named after the repository. */
export const packages: Packages = {
  typescript: "pulumi-edge-ingress-sdk",
  python: "pulumi_edge_ingress",
  go: "example.com/pulumi-edge-ingress/sdk/go/edgeingress",
  csharp: "EdgeIngressSdk.EdgeIngress",
  java: "edgeingress.sdk.edgeingress",
};

/** What a value is: a member of a named type has a name in each language, a key of a map is the same in all. */
export type Shape =
  | { readonly kind: "string" | "integer" | "number" | "boolean" | "any" }
  | { readonly kind: "list" | "map"; readonly item: Shape }
  | { readonly kind: "object"; readonly type: string; readonly member: (key: string) => Shape };

/** The shape of a value of which nothing is known. */
export const ANY: Shape = { kind: "any" };

/** The shape of a resource's arguments. */
export const argsShape = (sdk: Sdk, type: string): Shape =>
  objectShape(sdk, type, sdk.resources[pluginToken(type)]?.inputProperties);

const objectShape = (sdk: Sdk, type: string, properties: Properties = {}): Shape => ({
  kind: "object",
  type,
  member: (key) => shapeOf(sdk, properties[key]),
});

function shapeOf(sdk: Sdk, spec: PropertySpec = {}): Shape {
  const { type, $ref, items, additionalProperties } = spec;
  const token = $ref?.startsWith("#/types/") ? $ref.slice("#/types/".length) : undefined;
  if (token !== undefined)
    return objectShape(sdk, token.slice(token.lastIndexOf(":") + 1), sdk.types[token]?.properties);
  if (type === "array") return { kind: "list", item: shapeOf(sdk, items) };
  if (type === "object") return { kind: "map", item: shapeOf(sdk, additionalProperties) };
  return type === "string" || type === "integer" || type === "number" || type === "boolean" ? { kind: type } : ANY;
}

/** The shape of what a value has at a key. */
export const memberShape = (shape: Shape, key: string): Shape =>
  shape.kind === "object" ? shape.member(key) : itemShape(shape);

/** The shape of the items of a list, or of the values of a map. */
export const itemShape = (shape: Shape): Shape => ("item" in shape ? shape.item : ANY);
