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

/** Texts, and the identifiers in camelCase that are made of them. */
const identifiers = [
  { text: "main-api", identifier: "mainApi" },
  { text: "Main API", identifier: "mainAPI" },
  { text: "v2", identifier: "v2" },
  { text: "2fast", identifier: "_2fast" },
  { text: "ключ", identifier: "value" },
  { text: "", identifier: "value" },
];

/** Names in camelCase, in snake_case and in kebab-case. */
const names = [
  { camel: "mainApi", snake: "main_api", kebab: "main-api" },
  { camel: "mainApi2", snake: "main_api2", kebab: "main-api-2" },
  { camel: "edge2Api", snake: "edge2_api", kebab: "edge-2-api" },
  { camel: "port443", snake: "port443", kebab: "port-443" },
];

it.each(identifiers)(
  "the identifier of the text $text in camelCase is $identifier",
  ({ text, identifier }) => {
    expect(camelCase(text)).toBe(identifier);
  },
);

describe("a name in camelCase", () => {
  it.each(names)(
    "$camel is $snake in snake_case and $kebab in kebab-case",
    ({ camel, snake, kebab }) => {
      expect(snakeCase(camel)).toBe(snake);
      expect(kebabCase(camel)).toBe(kebab);
    },
  );

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
