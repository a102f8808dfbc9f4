import tokens from "../../../../../dist/core/definitions/define.js";
import cases from "../../../../../dist/core/schema/case.js";
import * as csharp from "./csharp.mjs";
import * as java from "./java.mjs";

/**
 * @typedef {import("../../../../../dist/codegen/sdk.js").Packages} Packages
 *
 * A program that calls a function of the plugin, and exports one property of the result.
 * @typedef {{
 *   readonly name: string,
 *   readonly args: Readonly<Record<string, string>>,
 *   readonly output: string
 * }} FunctionCall
 * @typedef {(call: FunctionCall, packages: Packages) => string} Writer
 */

const { camelCase, capitalized, snakeCase } = cases;

/** @type {(call: FunctionCall, write: (key: string, value: string) => string) => string[]} */
const entries = ({ args }, write) => Object.entries(args).map(([key, value]) => write(key, JSON.stringify(value)));

/**
 * Go names a function beside a resource of its type `Lookup…`, because `Get…` reads the resource.
 * @param {string} name
 */
const goName = (name) => capitalized(name.replace(/^get/, "lookup"));

/** @type {Writer} */
function inTypeScript(call, packages) {
  const args = entries(call, (key, value) => `${key}: ${value}`);
  return `import * as edge_ingress from "${packages.typescript}";

const found = edge_ingress.${call.name}Output(${args.length === 0 ? "" : `{ ${args.join(", ")} }`});

export const ${call.output} = found.${call.output};`;
}

/** @type {Writer} */
function inPython(call, packages) {
  const args = entries(call, (key, value) => `${snakeCase(key)}=${value}`);
  return `import pulumi
import ${packages.python} as edge_ingress

found = edge_ingress.${snakeCase(call.name)}_output(${args.join(", ")})

pulumi.export("${call.output}", found.${snakeCase(call.output)})`;
}

/** @type {Writer} */
function inGo(call, packages) {
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

/** @type {Writer} */
function inCSharp(call, packages) {
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

/** @type {Writer} */
function inJava({ name, args, output }, packages) {
  const stated = Object.entries(args).map(([key, value]) => /** @type {const} */ ([key, JSON.stringify(value)]));
  const given = stated.length === 0 ? "" : java.built(`${capitalized(name)}Args`, stated);
  const body = `var found = EdgeingressFunctions.${name}(${given});

ctx.export("${output}", found.applyValue(result -> result.${output}()));`;
  return java.stackOf(body, packages.java);
}

/** @type {Writer} */
function inYaml({ name, args, output }) {
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

/**
 * What writes such a program, by the names that Markdown has for the languages.
 * @type {Readonly<Record<keyof Packages | "yaml", Writer>>}
 */
export const callWriters = {
  typescript: inTypeScript,
  python: inPython,
  go: inGo,
  csharp: inCSharp,
  java: inJava,
  yaml: inYaml,
};
