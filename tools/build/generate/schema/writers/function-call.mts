import type { Packages } from "../../../../../dist/codegen/sdk.js";
import tokens from "../../../../../dist/core/definitions/define.js";
import cases from "../../../../../dist/core/schema/case.js";
import * as csharp from "./csharp.mts";
import * as java from "./java.mts";

/** A program that calls a function of the plugin, and exports one property of the result. */
export type FunctionCall = {
  readonly name: string;
  readonly args: Readonly<Record<string, string>>;
  readonly output: string;
};

type Writer = (call: FunctionCall, packages: Packages) => string;

const { camelCase, capitalized, snakeCase } = cases;

const entries: (call: FunctionCall, write: (key: string, value: string) => string) => string[] = ({ args }, write) =>
  Object.entries(args).map(([key, value]) => write(key, JSON.stringify(value)));

/** Go names a function beside a resource of its type `Lookup…`, because `Get…` reads the resource. */
const goName = (name: string) => capitalized(name.replace(/^get/, "lookup"));

function inTypeScript(call: FunctionCall, packages: Packages): string {
  const args = entries(call, (key, value) => `${key}: ${value}`);
  return `import * as edge_ingress from "${packages.typescript}";

const found = edge_ingress.${call.name}Output(${args.length === 0 ? "" : `{ ${args.join(", ")} }`});

export const ${call.output} = found.${call.output};`;
}

function inPython(call: FunctionCall, packages: Packages): string {
  const args = entries(call, (key, value) => `${snakeCase(key)}=${value}`);
  return `import pulumi
import ${packages.python} as edge_ingress

found = edge_ingress.${snakeCase(call.name)}_output(${args.join(", ")})

pulumi.export("${call.output}", found.${snakeCase(call.output)})`;
}

function inGo(call: FunctionCall, packages: Packages): string {
  const name = `edgeingress.${goName(call.name)}Output`;
  const args = entries(call, (key, value) => `\t\t\t${capitalized(camelCase(key))}: pulumi.String(${value}),`);
  // As gofmt aligns the values of neighbouring keys.
  const width = Math.max(0, ...Object.keys(call.args).map(({ length }) => length));
  const aligned = args.map((line) =>
    line.replace(/^(\t+)(\w+): /, (_, tabs, key) => `${tabs}${`${key}: `.padEnd(width + 2)}`),
  );
  const given = args.length === 0 ? "ctx" : `ctx, ${name}Args{\n${aligned.join("\n")}\n\t\t}`;
  return `package main

import (
\t"${packages.go}"
\t"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
)

func main() {
\tpulumi.Run(func(ctx *pulumi.Context) error {
\t\tfound := ${name}(${given})
\t\tctx.Export("${call.output}", found.${capitalized(call.output)}())
\t\treturn nil
\t})
}`;
}

function inCSharp(call: FunctionCall, packages: Packages): string {
  const args = entries(call, (key, value) => `    ${capitalized(key)} = ${value},`);
  const given = args.length === 0 ? "" : `new()\n{\n${args.join("\n")}\n}`;
  const result = `found.Apply(result => result.${capitalized(call.output)})`;
  const body = `var found = EdgeIngress.${capitalized(call.name)}.Invoke(${given});

return new Dictionary<string, object?>
{
    ["${call.output}"] = ${result},
};`;
  return csharp.stackOf(body, packages.csharp);
}

function inJava({ name, args, output }: FunctionCall, packages: Packages): string {
  const stated = Object.entries(args).map(([key, value]) => [key, JSON.stringify(value)] as const);
  const given = stated.length === 0 ? "" : java.built(`${capitalized(name)}Args`, stated);
  const body = `var found = EdgeingressFunctions.${name}(${given});

ctx.export("${output}", found.applyValue(result -> result.${output}()));`;
  return java.stackOf(body, packages.java);
}

function inYaml({ name, args, output }: FunctionCall): string {
  const given = Object.entries(args).map(([key, value]) => `        ${key}: ${value}`);
  return [
    "variables:",
    "  found:",
    "    fn::invoke:",
    `      function: ${tokens.pluginToken(name)}`,
    ...(given.length === 0 ? [] : ["      arguments:", ...given]),
    "outputs:",
    `  ${output}: \${found.${output}}`,
  ].join("\n");
}

/** What writes such a program, by the names that Markdown has for the languages. */
export const callWriters: Readonly<Record<keyof Packages | "yaml", Writer>> = {
  typescript: inTypeScript,
  python: inPython,
  go: inGo,
  csharp: inCSharp,
  java: inJava,
  yaml: inYaml,
};
