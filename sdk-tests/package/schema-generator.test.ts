import { describe, expect, it } from "vitest";
import { resourceClasses } from "../../scripts/generate/schema/classes.mjs";
import { plain } from "../../scripts/generate/schema/comments.mjs";
import { documentedRows } from "../../scripts/generate/schema/documented-rows.mjs";
import { functionSpecs } from "../../scripts/generate/schema/functions.mjs";
import { declarationsIn, membersOf } from "../../scripts/generate/schema/interfaces.mjs";
import { packageSpec } from "../../scripts/generate/schema/package.mjs";
import { documentedResources } from "../../scripts/generate/schema/resources.mjs";
import { parse } from "../../scripts/generate/schema/sources.mjs";
import { Types } from "../../scripts/generate/schema/types.mjs";
import { asFound } from "../../scripts/generate/schema/wording.mjs";
import { agentIngress } from "../../src/core/definitions";
import type { Row } from "../../src/core/schema/field";

/** What the generator of the package schema says where the tables and their documentation do not fit together. */

/** A comment documents what follows it only where it begins a line. */
const parsed = (name: string, source: string) => parse(name, source.replaceAll("/**", "\n/**"));

const declarationsOf = (...texts: string[]) =>
  declarationsIn(texts.map((text, index) => parsed(`definitions/file${index}.ts`, text)));

const text: Row = { kind: "string" };

/** The rows of an interface in the order in which a schema has them, each with its text. */
const textsOf = (interfaceText: string, rows: Readonly<Record<string, Row>>) =>
  documentedRows("PolicyArgs", Object.entries(rows), membersOf(declarationsOf(interfaceText), "PolicyArgs")).map(
    ({ name, member }) => `${name}: ${member.text}`,
  );

/** The schema of an argument whose values are of a type, and the named types that it brings. */
const propertyOf = (source: string, row: Row) => {
  const declarations = declarationsOf(source);
  const types = new Types(declarations);
  const [member] = membersOf(declarations, "Args");
  if (!member) throw new Error("the interface has no member");
  return { property: types.property(row, member), types: types.specs() };
};

describe("the rows of a table", () => {
  const documented = "interface PolicyArgs { /** Its name. */ name?: Input<string | undefined>; }";

  it("have the texts of their interface", () => {
    expect(textsOf(documented, { name: text })).toEqual(["name: Its name."]);
  });

  it("are refused where one has no text", () => {
    expect(() => textsOf("interface PolicyArgs { name: Input<string>; }", { name: text })).toThrow(
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
  const namesOf = (name: string, ...sources: string[]) =>
    membersOf(declarationsOf(...sources), name).map((member) => `${member.owner}.${member.name}`);

  it("are those that it extends, and its own in their place", () => {
    const base = "interface Base { /** A. */ a: string; /** B. */ b: string; }";
    expect(namesOf("Own", base, "interface Own extends Base { /** B. */ b: string; /** C. */ c: string; }")).toEqual([
      "Base.a",
      "Own.b",
      "Own.c",
    ]);
  });

  it("are those of the interface that it is another name of", () => {
    expect(namesOf("Other", "interface Base { /** A. */ a: string; }", "type Other = Base;")).toEqual(["Base.a"]);
  });

  it.each([
    ["type Other = Omit<Base, 'a'>;", "Omit: there is no interface of that name"],
    ["type Other = { a: string };", "Other: this form of type is not understood: { a: string }"],
    ["interface Other { a(): string }", "Other: this form of member is not understood: a(): string"],
    ["interface Other extends Missing {}", "Missing: there is no interface of that name"],
    ["interface Other {}\ninterface Other {}", "Other: there are two types of that name"],
    ["type Other = { [K in 'a']: string };", "Other: this form of type is not understood"],
  ])("are refused where the form is not understood: %s", (source, problem) => {
    expect(() => namesOf("Other", source)).toThrow(problem);
  });

  it("are those of a constant with the types that its tables were checked against", () => {
    const index = `import { backend } from "./file1";
      const modules = { /** The backend. */ backend };
      type Other = { [K in keyof typeof modules]?: Input<unknown> };`;
    const module = "interface BackendArgs {} const backend = nested<BackendArgs>()({});";
    expect(membersOf(declarationsOf(index, module), "Other")).toEqual([
      { owner: "Other", name: "backend", text: "The backend.", isOptional: true, type: "BackendArgs" },
    ]);
    expect(() => membersOf(declarationsOf(index, "const backend = {};"), "Other")).toThrow(
      "backend: there is no table of that name that says of which interface it is",
    );
  });
});

describe("a type", () => {
  const row: Row = { kind: "object", fields: { id: { kind: "string", required: true, secret: true } } };
  const ref = "/** A ref. */ interface RefArgs { /** Its id. */ id: string; }";

  it("has the name of its interface, without what tells arguments from outputs", () => {
    const source = `interface Args { /** Refs. */ refs?: Input<Input<RefArgs>[] | undefined>; } ${ref}`;
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
      const source = `interface Args { /** A ref. */ ref: ${type}; } ${ref}`;
      expect(() => propertyOf(source, row)).toThrow("Args.ref: the type of its value has no name");
    },
  );

  it("without documentation is refused", () => {
    const source = "interface Args { /** A ref. */ ref: RefArgs; } interface RefArgs { /** Its id. */ id: string; }";
    expect(() => propertyOf(source, row)).toThrow("RefArgs has no documentation");
  });

  const both = (first: string, second: string, other: Row) => {
    const source = `interface Args { /** A. */ a: ${first}; /** B. */ b: ${second}; } ${ref}
      /** A ref. */ interface Ref { /** Its id. */ id: string; }`;
    const declarations = declarationsOf(source);
    const types = new Types(declarations);
    const rows = [row, other];
    for (const [index, member] of membersOf(declarations, "Args").entries())
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
  const classesOf = (source: string) => resourceClasses([parsed("program/resources.ts", source)]);
  const documented =
    "/** An ingress. */ class AgentIngress extends resourceClass<x.Args, unknown>(x.agentIngress, place) {}";

  it("is documented by its class, which says of which interfaces and definition it is", () => {
    expect(classesOf(documented)).toEqual([
      {
        type: "AgentIngress",
        definition: "agentIngress",
        args: "Args",
        outputs: undefined,
        text: "An ingress.",
        example: "",
      },
    ]);
  });

  it.each([
    ["class A extends resourceClass<Args>(a) {}", "A has no documentation"],
    ["/** A. */ class A extends Base {}", "A: does not say of which arguments and definition it is the class"],
    ["/** A. */ class A {}", "A: does not say of which arguments and definition it is the class"],
  ])("is refused where its class does not: %s", (source, problem) => {
    expect(() => classesOf(source)).toThrow(problem);
  });

  it("is refused without a class", () => {
    expect(() => documentedResources(declarationsOf(), classesOf(documented), { other: agentIngress })).toThrow(
      "AgentIngress has no class",
    );
  });
});

describe("a function", () => {
  const specsOf = (source: string, isThere: boolean) => {
    const file = parsed("program/lookups.ts", source);
    const declarations = declarationsIn([file]);
    const documented = { type: "AgentIngress", definition: "", args: "", outputs: undefined, text: "", example: "" };
    const resource = { definition: agentIngress, documented, inputs: [], outputs: [] };
    return functionSpecs(new Types(declarations), { file, declarations }, isThere ? [resource] : []);
  };
  const types = `interface GetAgentIngressArgs { /** Its id. */ id: string; }
    /** An ingress. Its secrets are outputs. */ type GetAgentIngressResult = Found<Args>;`;

  it("is documented by the constant of its name, and answers with the id and what the table has", () => {
    const constants =
      "/** Looks up. */ export const getAgentIngress = 1; /** Lists. */ export const listAgentIngresses = 1;";
    const id = { type: "string", description: "Its id." };
    const found = { type: "object", description: "An ingress.", properties: { id }, required: ["id"] };
    expect(specsOf(`${types} ${constants}`, true)).toEqual({
      "edge-ingress:index:getAgentIngress": {
        description: "Looks up.",
        inputs: { type: "object", properties: { id }, required: ["id"] },
        outputs: found,
      },
      "edge-ingress:index:listAgentIngresses": {
        description: "Lists.",
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
    expect(() => specsOf(types, true)).toThrow("getAgentIngress has no documentation");
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
    expect(asFound("A form. Default: `urn:a:2.0:b`. Changes in place; removing it clears it.")).toBe("A form.");
    expect(asFound("A domain. Letter case makes no difference. Required. A change replaces the ingress.")).toBe(
      "A domain. Letter case makes no difference.",
    );
    expect(asFound("Seconds, 0 to 5: bounds access. Default: the service chooses. Changes in place.")).toBe(
      "Seconds, 0 to 5: bounds access.",
    );
  });
});

it("the package has the addresses that package.json has, as a browser wants them, and no others", () => {
  const manifest = { version: "1.2.3", description: "d", license: "l", author: "a", keywords: ["pulumi"] };
  const repository = { url: "git+https://git.example.com/team/ingress.git" };
  const known = { homepage: "https://ingress.example.com", repository };
  expect(packageSpec({ ...manifest, ...known }, "x")).toMatchObject({
    homepage: "https://ingress.example.com",
    repository: "https://git.example.com/team/ingress",
  });
  expect(packageSpec({ ...manifest, repository: "https://git.example.com/x" }, "x")).toHaveProperty(
    "repository",
    "https://git.example.com/x",
  );
  expect(Object.keys(packageSpec(manifest, "x"))).not.toEqual(expect.arrayContaining(["homepage"]));
  expect(JSON.stringify(packageSpec(manifest, "x"))).not.toContain("example.com");
});
