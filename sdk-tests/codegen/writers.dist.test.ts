import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { quoted } from "../../dist/codegen/language";
import { type Members, type Program, Reference, type Resource } from "../../dist/codegen/program";
import { packages, type Sdk } from "../../dist/codegen/sdk";
import { writers } from "../../tools/build/generate/schema/examples.mts";
import { readSchema } from "../support/package-schema";

/** Programs as each language has them. That those in Go and Java compile is tested on the schema's examples, with its SDK. */

const sdk: Sdk = { ...readSchema(), packages };

const destination = (args: Members, name = "audit"): Resource => ({ type: "EventDestination", name, args });

const programWith = (...resources: Resource[]): Program => ({ config: [], resources, outputs: [] });

const route = (args: Members): Program => programWith({ type: "HttpsEdgeRoute", name: "api", args });

/** A route with values of any type, which a policy's action has. */
const routeWith = (config: Members): Program => route({ policy: { inbound: { actions: { type: "x", config } } } });

const inAll = (program: Program) => ({
  typescript: writers.typescript(program, sdk),
  python: writers.python(program, sdk),
  go: writers.go(program, sdk),
  csharp: writers.csharp(program, sdk),
  java: writers.java(program, sdk),
  yaml: writers.yaml(program, sdk),
});

describe("a value", () => {
  it("of a nested argument has that language's names, and the keys of a map as they are", () => {
    const written = inAll(
      route({ responseHeaders: { add: { "X-Frame-Options": "DENY" }, remove: ["Server", "Via"] } }),
    );
    expect(written.typescript).toContain('  responseHeaders: {\n    add: {\n      "X-Frame-Options": "DENY",\n    },');
    expect(written.typescript).toContain('    remove: ["Server", "Via"],');
    expect(written.python).toContain(
      '    response_headers={\n        "add": {\n            "X-Frame-Options": "DENY",\n        },',
    );
    expect(written.go).toContain('Add: pulumi.StringMap{\n\t\t\t\t\t"X-Frame-Options": pulumi.String("DENY"),');
    expect(written.go).toContain(
      'Remove: pulumi.StringArray{\n\t\t\t\t\tpulumi.String("Server"),\n\t\t\t\t\tpulumi.String("Via"),',
    );
    expect(written.csharp).toContain(
      'Add =\n            {\n                { "X-Frame-Options", "DENY" },\n            },',
    );
    expect(written.csharp).toContain(
      'Remove =\n            {\n                "Server",\n                "Via",\n            },',
    );
    expect(written.java).toContain('.add(Map.ofEntries(Map.entry("X-Frame-Options", "DENY")))');
    expect(written.java).toContain('.remove(List.of("Server", "Via"))');
    expect(written.java).toContain("import java.util.List;\nimport java.util.Map;\n");
    expect(written.yaml).toContain(
      "      responseHeaders:\n        add:\n          X-Frame-Options: DENY\n        remove:\n          - Server\n          - Via",
    );
  });

  it("is a number or a boolean of its type", () => {
    const written = inAll(
      route({ compression: { enabled: true }, circuitBreaker: { rollingWindow: 60, errorThresholdPercentage: 1 } }),
    );
    expect(written.python).toContain('"enabled": True');
    expect(written.go).toContain("Enabled: pulumi.Bool(true)");
    expect(written.go).toMatch(/RollingWindow: +pulumi\.Int\(60\)/);
    expect(written.go).toMatch(/ErrorThresholdPercentage: +pulumi\.Float64\(1\)/);
    expect(written.csharp).toContain("RollingWindow = 60,");
    expect(written.java).toContain(".rollingWindow(60)");
    expect(written.java).toContain(".errorThresholdPercentage(1.0)");
    expect(written.yaml).toContain("enabled: true");
  });

  it("is empty, and stays what it is", () => {
    const written = inAll(route({ compression: {}, responseHeaders: { remove: [], add: {} } }));
    expect(written.typescript).toContain("  compression: {},");
    expect(written.python).toContain(
      '    compression={},\n    response_headers={\n        "remove": [],\n        "add": {},',
    );
    expect(written.go).toMatch(/Compression: +&edgeingress\.\w+Args\{\},/);
    expect(written.go).toMatch(/Remove: +pulumi\.StringArray\{\},/);
    expect(written.csharp).toContain("Compression = new EdgeIngress.Inputs.CompressionArgs { },");
    expect(written.csharp).toContain("Remove = { },");
    expect(written.java).toContain(".compression(CompressionArgs.builder()\n                .build())");
    expect(written.java).toContain(".remove(List.of())");
    expect(written.yaml).toContain("compression: {}\n      responseHeaders:\n        remove: []\n        add: {}");
  });

  it("is a list of objects, the first member of each beside its dash in YAML", () => {
    const issuer = { allowList: [{ value: "https://a.example.com" }, { value: "b" }] };
    const written = inAll(programWith({ type: "HttpsEdgeRouteJwtValidation", name: "tokens", args: { issuer } }));
    expect(written.yaml).toContain("allowList:\n          - value: https://a.example.com\n          - value: b");
    expect(written.go).toMatch(/AllowList: edgeingress\.\w+Array\{\n\t+&edgeingress\.\w+Args\{\n/);
  });
});

describe("a value of any type", () => {
  const written = inAll(routeWith({ headers: ["a", 1], nested: { on: true } }));

  it("is in C# an array or a dictionary of objects", () => {
    expect(written.csharp).toMatch(/\{ "headers", new object\?\[\]\n +\{\n +"a",\n +1,\n +\} \},/);
    expect(written.csharp).toMatch(/\{ "nested", new Dictionary<string, object\?>\n +\{\n +\{ "on", true \},/);
    expect(written.csharp).toContain("using System.Collections.Generic;\n");
  });

  it("is in Java a list or a map", () => {
    expect(written.java).toContain('Map.entry("headers", List.of("a", 1))');
    expect(written.java).toContain('Map.entry("nested", Map.ofEntries(Map.entry("on", true)))');
  });
});

describe("a list in TypeScript", () => {
  it("has an item on each line if it is longer than a line, or has lists in it", () => {
    const long = ["a".repeat(40), "b, [c", "d".repeat(40)];
    const config = { long, nested: [["e", null], []] };
    const text = writers.typescript(routeWith(config), sdk);
    expect(
      JSON.parse(
        /config: (\{[\s\S]*?\n {8}\})/
          .exec(text)?.[1]
          ?.replaceAll(/,(?=\s*[\]}])/g, "")
          .replaceAll(/(\w+):/g, '"$1":') ?? "",
      ),
    ).toEqual(config);
    expect(text).toContain(`long: [\n            "${"a".repeat(40)}",\n            "b, [c",\n`);
  });
});

describe("a text", () => {
  const odd = `a "b" \\ c\n\t\${d} \u202e\u2028 é`;

  it("is escaped, so that it is the same in every language, and what nobody sees is visible", () => {
    const written = inAll(programWith(destination({ description: odd })));
    const escaped = `"a \\"b\\" \\\\ c\\n\\t\${d} \\u202e\\u2028 é"`;
    expect(written.typescript).toContain(`description: 'a "b" \\\\ c\\n\\t\${d} \\u202e\\u2028 é',`);
    expect(written.python).toContain(`description=${escaped})`);
    expect(written.go).toContain(`Description: pulumi.String(${escaped}),`);
    expect(written.csharp).toContain(`Description = ${escaped},`);
    expect(written.java).toContain(`.description(${escaped})`);
    // In YAML, `${d}` would be an expression.
    expect(written.yaml).toContain(`description: ${escaped.replace("${", "$$$${")}`);
  });

  it.each(["", "yes", "1.3", "- a", "a: b", "# a", `\${a}`, "null", "@a", " a"])("%j is quoted in YAML", (text) => {
    expect(writers.yaml(programWith(destination({ description: text })), sdk)).toMatch(/description: ".*"$/);
  });

  it("that is a key in YAML is no expression either", () => {
    const name = `a$\{b}`;
    const text = writers.yaml(routeWith({ [name]: "c" }), sdk);
    expect(text).toContain(`"a$$\{b}": c`);
  });

  it("is read as what it was", () => {
    const text = fc.string({ unit: "binary" });
    fc.assert(fc.property(text, (any) => JSON.parse(quoted(any)) === any.toWellFormed()));
  });

  it("with half a character has its replacement, which every language can read", () => {
    expect(writers.go(programWith(destination({ description: "a\ud800" })), sdk)).toContain('"a\ufffd"');
  });

  it("that is a key of a value with the same text is written with that value in TypeScript", () => {
    const text = writers.typescript(routeWith({ true: true, 1: 1, null: null }), sdk);
    expect(text).toMatch(/"1": 1,\n +true: true,\n +null: null,/);
  });

  it("that is a key is quoted where it has to be, and sets no prototype", () => {
    const add = JSON.parse('{"__proto__": "a", "x-b": "c", "d e": "f"}');
    const written = inAll(route({ responseHeaders: { add } }));
    expect(written.typescript).toContain('      ["__proto__"]: "a",\n      "x-b": "c",\n      "d e": "f",');
    expect(written.yaml).toContain('\n          __proto__: a\n          x-b: c\n          "d e": f');
  });
});

describe("a reference", () => {
  const edgeId = { name: "edgeId", isSecret: false };
  const secret = { name: "hookSecret", isSecret: true };
  const mainApi: Resource = { type: "HttpsEdgeRoute", name: "main-api", args: { edgeId: new Reference(edgeId) } };
  const hooks: Resource = {
    type: "HttpsEdgeRouteWebhookVerification",
    name: "hooks",
    args: {
      edgeId: new Reference(mainApi, "edgeId"),
      routeId: new Reference(mainApi, "id"),
      secret: new Reference(secret),
    },
    deletedWith: mainApi,
  };
  const outputs = [{ name: "routeId", value: new Reference(mainApi, "id") }];
  const written = inAll({ config: [edgeId, secret], resources: [mainApi, hooks], outputs });

  it("in TypeScript is a variable of stack config, or a property of another resource", () => {
    expect(written.typescript).toContain('const edgeId = config.require("edgeId");');
    expect(written.typescript).toContain('const hookSecret = config.requireSecret("hookSecret");');
    expect(written.typescript).toContain(
      'const mainApi = new edge_ingress.HttpsEdgeRoute("main-api", {\n  edgeId,\n});',
    );
    expect(written.typescript).toContain(
      "  edgeId: mainApi.edgeId,\n  routeId: mainApi.id,\n  secret: hookSecret,\n}, {\n  deletedWith: mainApi,\n});",
    );
    expect(written.typescript).toMatch(/export const routeId = mainApi\.id;$/);
  });

  it("in Python is the same with that language's names", () => {
    expect(written.python).toContain('hook_secret = config.require_secret("hookSecret")');
    expect(written.python).toContain("    route_id=main_api.id,\n    secret=hook_secret,\n");
    expect(written.python).toContain("opts=pulumi.ResourceOptions(deleted_with=main_api))");
    expect(written.python).toMatch(/pulumi\.export\("routeId", main_api\.id\)$/);
  });

  it("in Go is a text or an output, and no variable is unused", () => {
    expect(written.go).toContain('edgeId := cfg.Require("edgeId")\n\t\thookSecret := cfg.RequireSecret("hookSecret")');
    expect(written.go).toContain("EdgeId: pulumi.String(edgeId),");
    expect(written.go).toContain("_, err = edgeingress.NewHttpsEdgeRouteWebhookVerification(");
    expect(written.go).toMatch(
      /RouteId: mainApi\.ID\(\),\n\t+Secret: +hookSecret,\n\t+\}, pulumi\.DeletedWith\(mainApi\)\)/,
    );
    expect(written.go).toContain('ctx.Export("routeId", mainApi.ID())');
  });

  it("in C# and Java is a variable, or a property or method of another resource", () => {
    expect(written.csharp).toContain('var hookSecret = config.RequireSecret("hookSecret");');
    expect(written.csharp).toContain("RouteId = mainApi.Id,\n        Secret = hookSecret,");
    expect(written.csharp).toContain('["routeId"] = mainApi.Id,');
    expect(written.csharp).toContain("using System.Collections.Generic;\nusing Pulumi;\n");
    expect(written.java).toContain('final var hookSecret = config.requireSecret("hookSecret");');
    expect(written.java).toContain(".routeId(mainApi.id())\n            .secret(hookSecret)");
    expect(written.java).toContain('ctx.export("routeId", mainApi.id());');
  });

  it("in YAML is an expression", () => {
    expect(written.yaml).toContain("  hookSecret:\n    type: string\n    secret: true\n");
    expect(written.yaml).toContain(`      edgeId: \${main-api.edgeId}\n      routeId: \${main-api.id}`);
    expect(written.yaml).toContain(`    options:\n      deletedWith: \${main-api}`);
    expect(written.yaml).toMatch(/outputs:\n {2}routeId: \$\{main-api\.id\}$/);
  });

  it("to what the program does not declare is refused", () => {
    for (const write of Object.values(writers))
      expect(() => write(programWith(hooks), sdk)).toThrow("the program does not declare");
  });
});

describe("a name", () => {
  const named = (...names: string[]) => inAll(programWith(...names.map((name) => destination({}, name))));

  it("that a language has another meaning for gets a number", () => {
    expect(named("class").typescript).toContain('const class2 = new edge_ingress.EventDestination("class", {});');
    expect(named("event").csharp).toContain('var event2 = new EdgeIngress.EventDestination("event", new() { });');
    expect(named("package").java).toContain(
      'var package2 = new EventDestination("package", EventDestinationArgs.builder()',
    );
    expect(named("lambda").python).toContain('lambda2 = edge_ingress.EventDestination("lambda")');
    expect(named("pulumi").yaml).toContain(
      "  pulumi2:\n    type: edge-ingress:index:EventDestination\n    name: pulumi\n",
    );
    const func = destination({}, "func");
    const outputs = [{ name: "format", value: new Reference(func, "format") }];
    expect(writers.go({ config: [], resources: [func], outputs }, sdk)).toContain("func2, err := ");
  });

  it("is an identifier, whatever the name in the stack is", () => {
    expect(named("2nd audit!").typescript).toContain(
      'const _2ndAudit = new edge_ingress.EventDestination("2nd audit!", {});',
    );
    expect(named("2nd audit!").python).toContain("_2nd_audit = ");
    expect(named("日本").typescript).toContain('const value = new edge_ingress.EventDestination("日本", {});');
    expect(named("2nd audit!").yaml).toContain(
      '  _2ndAudit:\n    type: edge-ingress:index:EventDestination\n    name: "2nd audit!"\n',
    );
  });

  it("is there once", () => {
    const { typescript, python, yaml } = named("a-b", "a_b", "a-b");
    expect(typescript.match(/const \w+/g)).toEqual(["const aB", "const aB2", "const aB3"]);
    expect(python.match(/^\w+(?= = )/gm)).toEqual(["a_b", "a_b2", "a_b3"]);
    expect(yaml.match(/^ {2}\S+/gm)).toEqual(["  a-b:", "  a_b:", "  a-b2:"]);
  });

  it("that the author of the program would choose is taken, but not in YAML", () => {
    const program = programWith({ ...destination({}, "audit-log"), variable: "log" });
    expect(writers.typescript(program, sdk)).toContain(
      'const log = new edge_ingress.EventDestination("audit-log", {});',
    );
    expect(writers.yaml(program, sdk)).toContain("  audit-log:");
  });

  it("of an output is kept in TypeScript: the variable gets a number", () => {
    const resource = destination({}, "audit");
    const outputs = [{ name: "audit", value: new Reference(resource, "id") }];
    const written = writers.typescript({ config: [], resources: [resource], outputs }, sdk);
    expect(written).toMatch(/const audit2 = .*\n\nexport const audit = audit2\.id;$/);
  });
});
