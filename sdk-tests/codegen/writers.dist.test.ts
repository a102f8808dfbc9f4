import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { quoted } from "../../build/codegen/language";
import { type Members, type Program, Reference, type Resource } from "../../build/codegen/program";
import { packages, type Sdk } from "../../build/codegen/sdk";
import { writers } from "../../tools/build/generate/schema/examples.mts";
import { expectFileSnapshot } from "../support/file-snapshot";
import { readSchema } from "../support/package-schema";

/**
 * Complete programs in each language: `npx vitest run sdk-tests/codegen -u` writes the files again for a review. Other
 * tests compile programs in Go and Java: the schema's examples, with the SDK of the language.
 */

const sdk: Sdk = { ...readSchema(), packages };

const destination = (args: Members, name = "audit"): Resource => ({
  type: "EventDestination",
  name,
  args,
});
const route = (args: Members, name = "api"): Resource => ({ type: "HttpsEdgeRoute", name, args });
/** A route with values of any type, which a policy's action has. */
const routeWith = (config: Members, name?: string): Resource =>
  route({ policy: { inbound: { actions: { type: "x", config } } } }, name);

const programWith = (...resources: Resource[]): Program => ({ config: [], resources, outputs: [] });
const named = (...names: string[]) => programWith(...names.map((name) => destination({}, name)));

/** In YAML, an expression. */
const EXPRESSION = `a$\{b}`;
const ODD = `a "b" \\ c\n\t\${d} \u202e\u2028 é`;
const long = ["a".repeat(40), "b, [c", "d".repeat(40)];
const issuer = { allowList: [{ value: "https://a.example.com" }, { value: "b" }] };

const edgeId = { name: "edgeId", isSecret: false };
const secret = { name: "hookSecret", isSecret: true };
const mainApi = route({ edgeId: new Reference(edgeId) }, "main-api");
const ids = { edgeId: new Reference(mainApi, "edgeId"), routeId: new Reference(mainApi, "id") };
const hooks: Resource = {
  ...{ type: "HttpsEdgeRouteWebhookVerification", name: "hooks", deletedWith: mainApi },
  args: { ...ids, secret: new Reference(secret) },
};
const func = destination({}, "func");
const audit = destination({}, "audit");

/** A name that a language reserves, that is not an identifier, or that is there twice, gets a number or another spelling. */
const programs: Readonly<Record<string, Program>> = {
  "nested values": programWith(
    route({ responseHeaders: { add: { "X-Frame-Options": "DENY" }, remove: ["Server", "Via"] } }),
    route(
      {
        compression: { enabled: true },
        circuitBreaker: { rollingWindow: 60, errorThresholdPercentage: 1 },
      },
      "web",
    ),
    { type: "HttpsEdgeRouteJwtValidation", name: "tokens", args: { issuer } },
  ),
  "empty values": programWith(route({ compression: {}, responseHeaders: { remove: [], add: {} } })),
  "values of any type": programWith(
    routeWith({ headers: ["a", 1], nested: { on: true } }),
    routeWith({ long, nested: [["e", null], []] }, "lists"),
    routeWith({ true: true, 1: 1, null: null }, "keys"),
  ),
  "odd texts": programWith(
    destination({ description: ODD }),
    routeWith({ [EXPRESSION]: "c" }),
    route(
      { responseHeaders: { add: JSON.parse('{"__proto__": "a", "x-b": "c", "d e": "f"}') } },
      "keys",
    ),
  ),
  references: {
    ...{ config: [edgeId, secret], resources: [mainApi, hooks] },
    outputs: [{ name: "routeId", value: new Reference(mainApi, "id") }],
  },
  "reserved names": named("class", "event", "package", "lambda", "pulumi"),
  "odd names": named("2nd audit!", "日本", "a-b", "a_b", "a-b"),
  "taken names": {
    ...{
      config: [],
      resources: [func, audit, { ...destination({}, "audit-log"), variable: "log" }],
    },
    outputs: [
      { name: "format", value: new Reference(func, "format") },
      { name: "audit", value: new Reference(audit, "id") },
    ],
  },
};

it.each(Object.entries(programs))(
  "a program with %s is the recorded one in every language",
  async (name, program) => {
    const texts = Object.entries(writers).map(
      ([language, write]) => `==== ${language}\n\n${write(program, sdk)}\n`,
    );
    await expectFileSnapshot(texts.join("\n"), `programs/${name.replaceAll(" ", "-")}.txt`);
  },
);

it.each(Object.entries(writers))(
  "a reference to what the program does not declare is refused in %s",
  (_, write) => {
    expect(() => write(programWith(hooks), sdk)).toThrow("the program does not declare");
  },
);

describe("a text", () => {
  it.each(["", "yes", "1.3", "- a", "a: b", "# a", `\${a}`, "null", "@a", " a"])(
    "%j is quoted in YAML",
    (text) => {
      expect(writers.yaml(programWith(destination({ description: text })), sdk)).toMatch(
        /description: ".*"$/,
      );
    },
  );

  it("is read as what it was", () => {
    const text = fc.string({ unit: "binary" });
    fc.assert(fc.property(text, (any) => JSON.parse(quoted(any)) === any.toWellFormed()));
  });

  it("with half a character has its replacement, which every language can read", () => {
    expect(writers.go(programWith(destination({ description: "a\ud800" })), sdk)).toContain(
      '"a\ufffd"',
    );
  });
});
