import { describe, expect, it } from "vitest";
import * as definitions from "../../src/core/definitions";
import { UNKNOWN } from "../../src/core/pulumi/engine-values";
import { parseUrn } from "../../src/core/pulumi/urn";
import {
  camelCase,
  capitalized,
  kebabCase,
  snakeCase,
  uncapitalized,
} from "../../src/core/schema/case";
import { fillPath, knownObjectPath } from "../../src/core/schema/definition";
import { dataBeside, rows, text } from "../support/data";

const { identifiers, names } = dataBeside(__filename, {
  identifiers: rows(text, text),
  names: rows(text, text, text),
});

it.each(identifiers)("an identifier in camelCase is made of %j", (given, expected) => {
  expect(camelCase(given)).toBe(expected);
});

describe("a name in camelCase", () => {
  it.each(names)("%s is %s in snake_case and %s in kebab-case", (name, snake, kebab) => {
    expect(snakeCase(name)).toBe(snake);
    expect(kebabCase(name)).toBe(kebab);
  });

  it("is the name of a class with an upper-case letter, and the other way round", () => {
    expect(capitalized("mainApi")).toBe("MainApi");
    expect(uncapitalized("MainApi")).toBe("mainApi");
  });
});

describe("a URN", () => {
  it("has the names of its stack, project and resource, and its type with those of its parents", () => {
    expect(
      parseUrn("urn:pulumi:dev::shop::my:Site$my:Part$edge-ingress:index:AgentIngress::a::b"),
    ).toEqual({
      stack: "dev",
      project: "shop",
      parents: ["my:Site", "my:Part"],
      type: "edge-ingress:index:AgentIngress",
      name: "a::b",
    });
  });

  it.each(["", "dev"])("may lack parts: %j", (urn) => {
    expect(parseUrn(urn)).toEqual({ stack: urn, project: "", parents: [], type: "", name: "" });
  });
});

describe("a path", () => {
  it("lacks the ids that are not given", () => {
    expect(fillPath("/edges/https/{edge_id}/routes/{id}", ["e"])).toBe("/edges/https/e/routes/");
  });

  it.each([UNKNOWN, undefined, ""])(
    "of an object is not known if the id %j of its edge is not",
    (edgeId) => {
      expect(knownObjectPath(definitions.httpsEdgeRoute, "r", { edgeId })).toBeUndefined();
      expect(knownObjectPath(definitions.httpsEdgeRoute, "r", { edgeId: "e" })).toBe(
        "/edges/https/e/routes/r",
      );
    },
  );
});
