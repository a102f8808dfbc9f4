import { describe, expect, it } from "vitest";
import { agentIngress } from "../../src/core/definitions";
import type { Row } from "../../src/core/schema/field";
import { Documentation, documentedRows, plain } from "../../tools/build/generate/schema/documentation.mts";
import { functionSpecs } from "../../tools/build/generate/schema/functions.mts";
import { packageSpec } from "../../tools/build/generate/schema/package.mts";
import { asFound } from "../../tools/build/generate/schema/resources.mts";
import { Types } from "../../tools/build/generate/schema/types.mts";
import { virtualHost } from "../support/virtual-compiler";

/** What the generator of the package schema says where the tables and their documentation do not fit together. */

/** A comment documents what follows it only where it begins a line. */
const documentationOf = (source: string) => {
  const text = `import type { Input } from "@pulumi/pulumi";${source}`.replaceAll("/**", "\n/**");
  return new Documentation(["documented.ts"], virtualHost({ "documented.ts": text }));
};

const text: Row = { kind: "string" };

/** The rows of an interface in the order in which a schema has them, each with its text. */
const textsOf = (source: string, rows: Readonly<Record<string, Row>>) =>
  documentedRows("PolicyArgs", Object.entries(rows), documentationOf(source).membersOf("PolicyArgs")).map(
    ({ name, member }) => `${name}: ${member.text}`,
  );

/** The schema of an argument whose values are of a type, and the named types that it brings. */
const propertyOf = (source: string, row: Row) => {
  const documentation = documentationOf(source);
  const types = new Types(documentation);
  const [member] = documentation.membersOf("Args");
  if (!member) throw new Error("the interface has no member");
  return { property: types.property(row, member), types: types.specs() };
};

describe("the rows of a table", () => {
  const documented = "export interface PolicyArgs { /** Its name. */ name?: Input<string | undefined>; }";

  it("have the texts of their interface", () => {
    expect(textsOf(documented, { name: text })).toEqual(["name: Its name."]);
  });

  it("are refused where one has no text", () => {
    expect(() => textsOf("export interface PolicyArgs { name: Input<string>; }", { name: text })).toThrow(
      "PolicyArgs.name has no documentation",
    );
  });

  it("are refused where one is not in the interface", () => {
    expect(() => textsOf(documented, { name: text, other: text })).toThrow(
      "PolicyArgs.other has a row, and no documentation",
    );
  });

  it("are refused where one is documented that is not among them", () => {
    expect(() => textsOf(documented, {})).toThrow("PolicyArgs.name is documented, and has no row");
  });
});

describe("the members of an interface", () => {
  const namesOf = (source: string) =>
    documentationOf(source)
      .membersOf("Own")
      .map(({ name, text }) => `${name}: ${text}`);
  const base = "interface Base { /** A. */ a: string; /** B. */ b: string; }";

  it("are those that it extends, and its own in their place", () => {
    const own = "export interface Own extends Base { /** Own. */ b: string; /** C. */ c: string; }";
    expect(namesOf(base + own)).toEqual(["a: A.", "b: Own.", "c: C."]);
  });

  it("are those of the type that it is another name of, or derives from", () => {
    expect(namesOf(`${base} export type Own = Base;`)).toEqual(["a: A.", "b: B."]);
    expect(namesOf(`${base} export type Own = Omit<Base, "a">;`)).toEqual(["b: B."]);
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

  it("are refused where there is none of that name", () => {
    expect(() => namesOf("")).toThrow("Own is not declared");
  });
});

describe("a type", () => {
  const row: Row = { kind: "object", fields: { id: { kind: "string", required: true, secret: true } } };
  const ref = "/** A ref. */ interface RefArgs { /** Its id. */ id: string; }";

  it("has the name of its interface, without what tells arguments from outputs", () => {
    const source = `export interface Args { /** Refs. */ refs?: Input<Input<RefArgs>[] | undefined>; } ${ref}`;
    expect(propertyOf(source, { ...row, kind: "objects" })).toEqual({
      property: { type: "array", items: { $ref: "#/types/edge-ingress:index:Ref" }, description: "Refs." },
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

  it.each(["{ id: string }", "Input<{ id: string }>", "RefArgs | OtherArgs"])(
    "without a name is refused: %s",
    (type) => {
      const source = `export interface Args { /** A ref. */ ref: ${type}; } ${ref}`;
      expect(() => propertyOf(source, row)).toThrow("Args.ref: the type of its value has no name");
    },
  );

  it("without documentation is refused", () => {
    const source =
      "export interface Args { /** A ref. */ ref: RefArgs; } interface RefArgs { /** Its id. */ id: string; }";
    expect(() => propertyOf(source, row)).toThrow("RefArgs has no documentation");
  });

  const both = (first: string, second: string, other: Row) => {
    const source = `export interface Args { /** A. */ a: ${first}; /** B. */ b: ${second}; } ${ref}
      /** A ref. */ interface Ref { /** Its id. */ id: string; }`;
    const documentation = documentationOf(source);
    const types = new Types(documentation);
    const rows = [row, other];
    for (const [index, member] of documentation.membersOf("Args").entries())
      types.property(rows[index] ?? text, member);
    return Object.keys(types.specs());
  };

  it("is there once for two arguments with equal tables", () => {
    expect(both("RefArgs", "RefArgs", structuredClone(row))).toEqual(["edge-ingress:index:Ref"]);
  });

  it("of one name for two tables is refused", () => {
    const problem = "Ref: two tables ask for a type of that name";
    expect(() => both("RefArgs", "RefArgs", { kind: "object", fields: { id: text } })).toThrow(problem);
    expect(() => both("RefArgs", "Ref", row)).toThrow(problem);
  });
});

describe("a resource", () => {
  const base = "declare const resourceClass: <Args, Outputs>(definition: unknown) => new () => object;";
  const documented = `${base} interface Args { /** Id. */ id: string }
/**
 * An ingress.
 *
 * @example
 * new AgentIngress();
 */
export class AgentIngress extends resourceClass<Args, unknown>(1) {}`;

  it("is documented by its class, which says of which interfaces it is", () => {
    const documentation = documentationOf(documented);
    const [args, outputs] = documentation.classTypes("AgentIngress");
    expect(documentation.members(args).map(({ name }) => name)).toEqual(["id"]);
    expect(documentation.members(outputs)).toEqual([]);
    expect(documentation.text(documentation.symbol("AgentIngress"))).toBe("An ingress.");
    expect(documentation.example("AgentIngress")).toBe("new AgentIngress();");
  });

  it.each(["export class AgentIngress extends Base {}", "export class AgentIngress {}"])(
    "is refused where its class does not: %s",
    (source) => {
      expect(() => documentationOf(source).classTypes("AgentIngress")).toThrow(
        "AgentIngress: does not say of which arguments it is the class",
      );
    },
  );

  it("is refused without documentation, and without a class", () => {
    const documentation = documentationOf("export class AgentIngress {}");
    expect(() => documentation.text(documentation.symbol("AgentIngress"))).toThrow("AgentIngress has no documentation");
    expect(() => documentation.classTypes("Other")).toThrow("Other is not declared");
  });
});

describe("a function", () => {
  const specsOf = (source: string, isThere: boolean) => {
    const resource = { definition: agentIngress, text: "", example: "", inputs: [], outputs: [] };
    return functionSpecs(new Types(documentationOf(source)), isThere ? [resource] : []);
  };
  const types = `export interface GetAgentIngressArgs { /** Its id. */ id: string; }
    /** An ingress. Its secrets are outputs. */
    export type GetAgentIngressResult = Partial<GetAgentIngressArgs>;`;
  const constants = `/** Looks up. */ export const getAgentIngress = 1;
    /** Lists. */ export const listAgentIngresses = 1;`;

  it("is documented by the constant of its name, and answers with the id and what the table has", () => {
    const id = { type: "string", description: "Its id." };
    const found = { type: "object", description: "An ingress.", properties: { id }, required: ["id"] };
    expect(specsOf(types + constants, true)).toEqual({
      "edge-ingress:index:getAgentIngress": {
        description: expect.stringMatching(/^Looks up\.\n\n.*```yaml/s),
        inputs: { type: "object", properties: { id }, required: ["id"] },
        outputs: found,
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

  it("is refused without documentation, and where no definition has it", () => {
    expect(() => specsOf(types, true)).toThrow("getAgentIngress is not declared");
    expect(() => specsOf(`${types} export const getAgentIngress = 1;`, true)).toThrow(
      "getAgentIngress has no documentation",
    );
    const unknown = "/** Looks up. */ export const getOther = 1;";
    expect(() => specsOf(unknown, false)).toThrow("getOther: no definition has such a function");
  });
});

describe("a text", () => {
  it("has a line for each paragraph and item, and names for links", () => {
    expect(plain("One\n  line of {@link Ref}.\n\n- `a`: first,\n  to its end\n- `b`")).toBe(
      "One line of `Ref`.\n\n- `a`: first, to its end\n- `b`",
    );
  });

  it("says of an object that is looked up what it is, and nothing of changes", () => {
    expect(asFound("A form. Default: `urn:a:2.0:b`. If you remove the argument, the field is cleared.")).toBe(
      "A form.",
    );
    expect(asFound("A domain. Letter case makes no difference. Required. Forces replacement.")).toBe(
      "A domain. Letter case makes no difference.",
    );
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
  const publisher = { ...none, publisher: "p" };

  it("are those that publisher.json has, and the plugin is downloaded from the releases of the repository", () => {
    const known = {
      ...{ repository: "team/ingress", homepage: "https://ingress.example.com" },
      logoUrl: "https://files.example.com/logo.png",
    };
    expect(packageSpec(manifest, { ...publisher, ...known }, "x")).toMatchObject({
      ...known,
      repository: "https://github.com/team/ingress",
      pluginDownloadURL: "github://api.github.com/team/ingress",
      language: { csharp: { rootNamespace: "EdgeIngressSdk" }, java: { basePackage: "edgeingress.sdk" } },
    });
  });

  it("have the publisher's own place for downloads of the plugin, if publisher.json has that", () => {
    const pluginDownloadURL = "https://files.example.com";
    const elsewhere = packageSpec(manifest, { ...publisher, repository: "team/ingress", pluginDownloadURL }, "x");
    expect(elsewhere).toMatchObject({ pluginDownloadURL });
  });

  it("are absent if publisher.json has none", () => {
    const without = packageSpec(manifest, publisher, "x");
    for (const key of Object.keys(none)) expect(without).not.toHaveProperty(key);
    expect(JSON.stringify(without)).not.toMatch(/example\.com|github/);
  });
});
