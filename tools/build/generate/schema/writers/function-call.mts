import { stringify } from "yaml";
import golang from "../../../../../build/codegen/go.js";
import codegen from "../../../../../build/codegen/language.js";
import sdks, { type Packages } from "../../../../../build/codegen/sdk.js";
import tokens from "../../../../../build/core/definitions/define.js";
import cases from "../../../../../build/core/schema/case.js";
import * as csharp from "./csharp.mts";
import * as java from "./java.mts";

/** A program that calls a function of the plugin, and exports a property of the result. */
export type FunctionCall = {
  readonly name: string;
  readonly args: Readonly<Record<string, string>>;
  readonly output: string;
};

type Writer = (call: FunctionCall, packages: Packages) => string;

const { indented, paragraphs, quoted } = codegen;
const { capitalized, snakeCase } = cases;

const stated = (
  args: FunctionCall["args"],
  write: (key: string, value: string) => string,
): string[] => Object.entries(args).map(([key, value]) => write(key, quoted(value)));

/** The writers of such a program, by the names of the languages in Markdown. */
export const callWriters: Readonly<Record<keyof Packages | "yaml", Writer>> = {
  typescript({ name, args, output }, { typescript }) {
    const fields = stated(args, (key, value) => `${key}: ${value}`).join(", ");
    return paragraphs(
      [`import * as edge_ingress from "${typescript}";`],
      [`const found = edge_ingress.${name}Output(${fields && `{ ${fields} }`});`],
      [`export const ${output} = found.${output};`],
    );
  },

  python({ name, args, output }, { python }) {
    const keywordArguments = stated(args, (key, value) => `${snakeCase(key)}=${value}`).join(", ");
    return paragraphs(
      ["import pulumi", `import ${python} as edge_ingress`],
      [`found = edge_ingress.${snakeCase(name)}_output(${keywordArguments})`],
      [`pulumi.export("${output}", found.${snakeCase(output)})`],
    );
  },

  go({ name, args, output }, { go }) {
    // Next to a resource of its type, a function is named `Lookup…`, because `Get…` reads the resource.
    const type = `${capitalized(name.replace(/^get/, "lookup"))}Output`;
    const members = Object.entries(args).map(
      ([key, value]) => [key, `pulumi.String(${quoted(value)})`] as const,
    );
    const literal = golang.go
      .object(members, { ...sdks.ANY, kind: "object", type })
      .replace("&", "");
    const body = [
      `found := edgeingress.${type}(ctx${members.length > 0 ? `, ${literal}` : ""})`,
      `ctx.Export("${output}", found.${capitalized(output)}())`,
      "return nil",
    ];
    return paragraphs(
      ["package main"],
      ["import (", `\t"${go}"`, '\t"github.com/pulumi/pulumi/sdk/v3/go/pulumi"', ")"],
      [
        "func main() {",
        "\tpulumi.Run(func(ctx *pulumi.Context) error {",
        ...body.map((line) => indented(line, "\t\t")),
      ],
    ).concat("\n\t})\n}");
  },

  csharp({ name, args, output }, packages) {
    const members = stated(args, (key, value) => `${capitalized(key)} = ${value},`);
    const result = `["${output}"] = found.Apply(result => result.${capitalized(output)}),`;
    const body = paragraphs(
      [
        `var found = EdgeIngress.${capitalized(name)}.Invoke(${members.length > 0 ? csharp.block("new()", members) : ""});`,
      ],
      [`return ${csharp.block("new Dictionary<string, object?>", [result])};`],
    );
    return csharp.stackOf(body, packages.csharp);
  },

  java({ name, args, output }, packages) {
    const members = Object.entries(args).map(([key, value]) => [key, quoted(value)] as const);
    const argument = members.length > 0 ? java.built(`${capitalized(name)}Args`, members) : "";
    const body = paragraphs(
      [`var found = EdgeingressFunctions.${name}(${argument});`],
      [`ctx.export("${output}", found.applyValue(result -> result.${output}()));`],
    );
    return java.stackOf(body, packages.java);
  },

  yaml({ name, args, output }) {
    const isBare = Object.keys(args).length === 0;
    const call = { function: tokens.pluginToken(name), ...(isBare ? {} : { arguments: args }) };
    return stringify({
      variables: { found: { "fn::invoke": call } },
      outputs: { [output]: `\${found.${output}}` },
    }).trim();
  },
};
