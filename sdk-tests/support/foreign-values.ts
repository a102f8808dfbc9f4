import * as pulumi from "@pulumi/pulumi";

class Instance {
  readonly x = 1;
}

class WithJson {
  readonly x = 1;
  toJSON() {
    return { x: this.x };
  }
}

class Component extends pulumi.ComponentResource {
  constructor(name: string) {
    super("test:index:Component", name);
  }
}

/** An asset or archive, as what `output` and `secret` of the SDK leave of it. */
const copied = (file: object): object => ({ ...file });

/** Values that JSON does not have, with the words that a message has for each. */
export const foreignValues = (): readonly (readonly [kind: string, value: unknown])[] => [
  ["NaN", Number.NaN],
  ["Infinity", Number.POSITIVE_INFINITY],
  ["-Infinity", Number.NEGATIVE_INFINITY],
  ["a bigint", 10n],
  ["a function", () => 1],
  ["a function", Instance],
  ["a symbol", Symbol("s")],
  ["an instance of Date", new Date(0)],
  ["an instance of Map", new Map([["a", 1]])],
  ["an instance of Set", new Set([1])],
  ["an instance of WeakMap", new WeakMap()],
  ["an instance of RegExp", /a/],
  ["an instance of Error", new Error("e")],
  ["an instance of URL", new URL("https://example.com")],
  ["an instance of Buffer", Buffer.from("a")],
  ["an instance of Uint8Array", new Uint8Array(2)],
  ["an instance of ArrayBuffer", new ArrayBuffer(2)],
  ["an instance of String", Object("boxed")],
  ["an instance of Number", Object(1)],
  ["an instance of Instance", new Instance()],
  ["an instance of WithJson", new WithJson()],
  ["an instance of a class", new (class {})()],
  ["an asset", new pulumi.asset.StringAsset("text")],
  ["an asset", new pulumi.asset.FileAsset("./file")],
  ["an asset", copied(new pulumi.asset.FileAsset("./file"))],
  ["an archive", new pulumi.asset.FileArchive("./folder")],
  ["an archive", new pulumi.asset.AssetArchive({})],
  [
    "a resource; pass one of its outputs, such as its id",
    Object.create(Component.prototype, { __pulumiResource: { value: true } }),
  ],
];
