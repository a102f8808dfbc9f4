import { describe, expect, it } from "vitest";
import { agentIngress, tcpEdgeBackend } from "../../src/core/definitions";
import type { Row } from "../../src/core/schema/field";
import {
  Documentation,
  documentedRows,
  plain,
} from "../../tools/build/generate/schema/documentation.mts";
import { exampleIds } from "../../tools/build/generate/schema/examples.mts";
import { functionSpecs } from "../../tools/build/generate/schema/functions.mts";
import { packageSpec } from "../../tools/build/generate/schema/package.mts";
import { asFound } from "../../tools/build/generate/schema/resources.mts";
import { Types } from "../../tools/build/generate/schema/types.mts";
import { virtualHost } from "../support/virtual-compiler";

/** Tests of the errors of the generator of the package schema if the tables and their documentation do not match. */

/** The compiler reads a comment as documentation only if it begins a line. */
const documentationOf = (source: string) => {
  const text = `import type { Input } from "@pulumi/pulumi";${source}`.replaceAll("/**", "\n/**");
  return new Documentation(["documented.ts"], virtualHost({ "documented.ts": text }));
};

const text: Row = { kind: "string" };

/** The rows of an interface in the order of a schema, each with its text. */
const textsOf = (source: string, rows: Readonly<Record<string, Row>>) =>
  documentedRows(
    "PolicyArgs",
    Object.entries(rows),
    documentationOf(source).membersOf("PolicyArgs"),
  ).map(({ name, member }) => `${name}: ${member.text}`);

const policyArgs =
  "export interface PolicyArgs { /** Its name. */ name?: Input<string | undefined>; }";

it("the rows of a table have the texts of their interface", () => {
  expect(textsOf(policyArgs, { name: text })).toEqual(["name: Its name."]);
});

describe("the members of an interface", () => {
  const base = "interface Base { /** A. */ a: string; /** B. */ b: string; }";

  it.each([
    {
      title: "are those that it extends, and its own in their place",
      own: "export interface Own extends Base { /** Own. */ b: string; /** C. */ c: string; }",
      expected: ["a: A.", "b: Own.", "c: C."],
    },
    {
      title: "are those of the type that it is another name of",
      own: "export type Own = Base;",
      expected: ["a: A.", "b: B."],
    },
    {
      title: "are those of the type that it derives from",
      own: 'export type Own = Omit<Base, "a">;',
      expected: ["b: B."],
    },
  ])("$title", ({ own, expected }) => {
    const members = documentationOf(`${base} ${own}`).membersOf("Own");
    expect(members.map(({ name, text }) => `${name}: ${text}`)).toEqual(expected);
  });

  it("are those of a constant, with their comments in it and the types of its tables", () => {
    const source = `interface BackendArgs {}
      interface Table<T> { of: T }
      declare const backend: Table<BackendArgs>;
      const modules = {
        /** The backend. */
        backend,
      };
      type ArgsOf<T> = T extends Table<infer Args> ? Args : never;
      export type Own = { [K in keyof typeof modules]?: Input<ArgsOf<(typeof modules)[K]> | undefined> };`;
    const [member] = documentationOf(source).membersOf("Own");
    expect(member).toMatchObject({ name: "backend", text: "The backend.", isOptional: true });
    expect(member?.type.symbol.name).toBe("BackendArgs");
  });
});

const ref = "/** A ref. */ interface RefArgs { /** Its id. */ id: string; }";
const otherRef = "/** A ref. */ interface Ref { /** Its id. */ id: string; }";
const refRow: Row = {
  kind: "object",
  fields: { id: { kind: "string", required: true, secret: true } },
};

/**
 * The schemas of the members of the interface `Args`, whose values are of these kinds, and the named types that they
 * need.
 */
function typed(source: string, ...rows: readonly Row[]) {
  const documentation = documentationOf(source);
  const types = new Types(documentation);
  const members = documentation.membersOf("Args");
  const properties = members.map((member, index) =>
    types.property(rows[index] ?? text, member, "input"),
  );
  return { properties, types: types.specs() };
}

const argsWith = (...types: string[]) =>
  `export interface Args { ${types.map((type, index) => `/** A value. */ value${index}: ${type};`).join(" ")} }`;

describe("a type", () => {
  it("has the name of its interface, without the suffix of arguments and outputs", () => {
    const source = argsWith("Input<Input<RefArgs>[] | undefined>") + ref;
    expect(typed(source, { ...refRow, kind: "objects" })).toEqual({
      properties: [
        {
          type: "array",
          items: { $ref: "#/types/edge-ingress:index:Ref" },
          description: "A value.",
        },
      ],
      types: {
        "edge-ingress:index:Ref": {
          type: "object",
          description: "A ref.",
          properties: { id: { type: "string", description: "Its id.", secret: true } },
          required: ["id"],
        },
      },
    });
  });

  it("is there once for two arguments with equal tables", () => {
    const { types } = typed(argsWith("RefArgs", "RefArgs") + ref, refRow, structuredClone(refRow));
    expect(Object.keys(types)).toEqual(["edge-ingress:index:Ref"]);
  });
});

const resourceClass =
  "declare const resourceClass: <Args, Outputs>(definition: unknown) => new () => object;";

it("a resource is documented by its class, which names its interfaces", () => {
  const documentation = documentationOf(`${resourceClass} interface Args { /** Id. */ id: string }
/**
 * An ingress.
 *
 * @example
 * new AgentIngress();
 */
export class AgentIngress extends resourceClass<Args, unknown>(1) {}`);
  const [args, outputs] = documentation.classTypes("AgentIngress");
  expect(documentation.members(args).map(({ name }) => name)).toEqual(["id"]);
  expect(documentation.members(outputs)).toEqual([]);
  expect(documentation.text(documentation.symbol("AgentIngress"))).toBe("An ingress.");
  expect(documentation.example("AgentIngress")).toBe("new AgentIngress();");
});

/** The schemas of the functions of a resource, with or without its definition. */
function specsOf(source: string, isThere = true) {
  const resource = { definition: agentIngress, text: "", example: "", inputs: [], outputs: [] };
  return functionSpecs(new Types(documentationOf(source)), isThere ? [resource] : []);
}

const functionTypes = `export interface GetAgentIngressArgs { /** Its id. */ id: string; }
  /** An ingress. Its secrets are outputs. */
  export type GetAgentIngressResult = Partial<GetAgentIngressArgs>;`;

it("a function is documented by the constant of its name, and answers with the id and what the table has", () => {
  const constants = `/** Looks up. */ export const getAgentIngress = 1;
    /** Lists. */ export const listAgentIngresses = 1;`;
  const id = { type: "string", description: "Its id." };
  expect(specsOf(functionTypes + constants)).toEqual({
    "edge-ingress:index:getAgentIngress": {
      description: expect.stringMatching(
        /^Looks up\.\n\n.*get_agent_ingress_output\(id="agin_1"\)\n.*```yaml/s,
      ),
      inputs: { type: "object", properties: { id }, required: ["id"] },
      outputs: { type: "object", description: "An ingress.", properties: { id }, required: ["id"] },
    },
    "edge-ingress:index:listAgentIngresses": {
      description: expect.stringMatching(/^Lists\.\n\n.*```yaml/s),
      outputs: {
        type: "object",
        properties: {
          results: {
            type: "array",
            items: { $ref: "#/types/edge-ingress:index:ListedAgentIngress" },
            description: "All of them, in the service's order.",
          },
        },
        required: ["results"],
      },
    },
  });
});

const noName = "Args.value0: the type of its value has no name";
const twoTables = "Ref: two tables ask for a type of that name";
const noClass = "AgentIngress: does not say of which arguments it is the class";
const undocumented = "export class AgentIngress {}";

const refused = (what: string, problem: string, work: () => unknown): void =>
  it(`${what} is refused`, () => {
    expect(work).toThrow(problem);
  });

refused("a row without a text", "PolicyArgs.name has no documentation", () =>
  textsOf("export interface PolicyArgs { name: Input<string>; }", { name: text }),
);
refused(
  "a row that is not in the interface",
  "PolicyArgs.other has a row, and no documentation",
  () => textsOf(policyArgs, { name: text, other: text }),
);
refused("a member without a row", "PolicyArgs.name is documented, and has no row", () =>
  textsOf(policyArgs, {}),
);
refused("an interface of no source", "Own is not declared", () =>
  documentationOf("").membersOf("Own"),
);
refused("an object without a name", noName, () => typed(argsWith("{ id: string }"), refRow));
refused("an input without a name", noName, () => typed(argsWith("Input<{ id: string }>"), refRow));
refused("a union of types", noName, () => typed(argsWith("RefArgs | OtherArgs") + ref, refRow));
refused("a type without a text", "RefArgs has no documentation", () =>
  typed(`${argsWith("RefArgs")} interface RefArgs { /** Its id. */ id: string; }`, refRow),
);
refused("another table for a type", twoTables, () =>
  typed(argsWith("RefArgs", "RefArgs") + ref, refRow, { kind: "object", fields: { id: text } }),
);
refused("another interface for a type", twoTables, () =>
  typed(argsWith("RefArgs", "Ref") + ref + otherRef, refRow, refRow),
);
refused("a class of no arguments", noClass, () =>
  documentationOf(undocumented).classTypes("AgentIngress"),
);
refused("a class of another base", noClass, () =>
  documentationOf("export class AgentIngress extends Base {}").classTypes("AgentIngress"),
);
refused("a class without a text", "AgentIngress has no documentation", () => {
  const documentation = documentationOf(undocumented);
  return documentation.text(documentation.symbol("AgentIngress"));
});
refused("a class of no source", "Other is not declared", () =>
  documentationOf(undocumented).classTypes("Other"),
);
refused("a resource without a function to look it up", "getOther is not declared", () =>
  exampleIds({ ...agentIngress, type: "Other" }),
);
refused("an edge without an id for examples", "udpEdge has no id for examples", () =>
  exampleIds({ ...tcpEdgeBackend, of: { ...tcpEdgeBackend.of, name: "udpEdge" } as never }),
);
refused("a function of no source", "getAgentIngress is not declared", () => specsOf(functionTypes));
refused("a function without a text", "getAgentIngress has no documentation", () =>
  specsOf(`${functionTypes} export const getAgentIngress = 1;`),
);
refused("a function of no definition", "getOther: no definition has such a function", () =>
  specsOf("/** Looks up. */ export const getOther = 1;", false),
);

describe("a text", () => {
  it("has a line for each paragraph and item, and names for links", () => {
    expect(plain("One\n  line of {@link Ref}.\n\n- `a`: first,\n  to its end\n- `b`")).toBe(
      "One line of `Ref`.\n\n- `a`: first, to its end\n- `b`",
    );
  });

  it("describes an object that is looked up, without the effects of changes", () => {
    expect(
      asFound("A form. Default: `urn:a:2.0:b`. If you remove the argument, the field is cleared."),
    ).toBe("A form.");
    expect(
      asFound("A domain. Letter case makes no difference. Required. Forces replacement."),
    ).toBe("A domain. Letter case makes no difference.");
    expect(asFound("Seconds, 0 to 5: bounds access. Default: the service chooses.")).toBe(
      "Seconds, 0 to 5: bounds access.",
    );
  });
});

describe("the addresses of the package", () => {
  const manifest = { version: "1.2.3", description: "d", license: "l", keywords: ["pulumi"] };
  const none = {
    ...{ repository: null, homepage: null, pluginDownloadURL: null, logoUrl: null },
    ...{ nugetSource: null, mavenRepository: null },
  };
  const publisher = { ...none, publisher: "p", isPublished: false };

  it("are those that publisher.json has, and the plugin is downloaded from the releases of the repository", () => {
    const known = {
      ...{ repository: "team/ingress", homepage: "https://ingress.example.com" },
      logoUrl: "https://files.example.com/logo.png",
    };
    expect(packageSpec(manifest, { ...publisher, ...known }, "x")).toMatchObject({
      ...known,
      repository: "https://github.com/team/ingress",
      pluginDownloadURL: "github://api.github.com/team/ingress",
      language: {
        csharp: { rootNamespace: "EdgeIngressSdk" },
        java: { basePackage: "edgeingress.sdk" },
      },
    });
  });

  it("have the publisher's own place for downloads of the plugin, if publisher.json has that", () => {
    const pluginDownloadURL = "https://files.example.com";
    const elsewhere = packageSpec(
      manifest,
      { ...publisher, repository: "team/ingress", pluginDownloadURL },
      "x",
    );
    expect(elsewhere).toMatchObject({ pluginDownloadURL });
  });

  it("are absent if publisher.json has none", () => {
    const { language, ...without } = packageSpec(manifest, publisher, "x");
    for (const key of Object.keys(none)) expect(without).not.toHaveProperty(key);
    expect(JSON.stringify(without)).not.toMatch(/example\.com|github/);
    // Go needs an address for an unpublished package.
    expect(language.go.importBasePath).toBe("example.com/pulumi-edge-ingress/sdk/go/edgeingress");
  });
});
