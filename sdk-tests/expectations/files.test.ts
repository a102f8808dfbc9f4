import Ajv from "ajv";
import { expect, it } from "vitest";
import { expectationsSchema, readExpectations } from "../../src/insight/expectations/expectation";
import { labelledStacks } from "./labelled";

const YAML = `
# What must stay true.
expectations:
  - edge: edge_1
    path: /admin
    reason: "customers' data"
    expect:
      protectedBy: [oauth, mutualTls]
      tls: "1.2"
`;

const expected = {
  ...{ edge: "edge_1", path: "/admin", reason: "customers' data" },
  expect: { protectedBy: ["oauth", "mutualTls"], tls: "1.2" },
};

it("expectations are read from YAML and from JSON", () => {
  expect(readExpectations(YAML)).toEqual([expected]);
  expect(readExpectations(JSON.stringify({ expectations: [expected] }))).toEqual([expected]);
});

const withMember = (member: object) => JSON.stringify({ expectations: [{ ...expected, ...member }] });

it.each([
  ["", /the expectations: /],
  ["{", /neither YAML nor JSON: .*line 1/],
  ["expectations: []", /^expectations: /],
  ["a: &a [1]\nexpectations: [*a, *a]", /neither YAML nor JSON/],
  [withMember({ path: "admin" }), /^expectations\[0\]\.path: .*\//],
  [withMember({ edge: 7 }), /^expectations\[0\]\.edge: /],
  [withMember({ expect: {} }), /^expectations\[0\]\.expect: it says nothing/],
  [withMember({ expect: { strength: "weak" } }), /^expectations\[0\]\.expect: it says nothing/],
  [withMember({ expect: { protectedBy: ["login"] } }), /^expectations\[0\]\.expect\.protectedBy\[0\]: .*oauth/],
  [withMember({ expect: { tls: "2" } }), /^expectations\[0\]\.expect\.tls: .*1\.2/],
  [withMember({ expect: { opened: true } }), /^expectations\[0\]\.expect: .*opened/],
])("%s is refused with the path of the problem", (text, problem) => {
  expect(() => readExpectations(text)).toThrow(problem);
});

it("the JSON schema accepts what the command accepts, and refuses what it refuses", () => {
  const validate = new Ajv({ strict: false }).compile(expectationsSchema());
  const all = labelledStacks.flatMap(({ expectations }) => expectations.map(({ expectation }) => expectation));
  expect(validate({ $schema: "x", expectations: all }), JSON.stringify(validate.errors)).toBe(true);
  for (const wrong of [{ path: "admin" }, { edge: 7 }, { expect: { tls: "2" } }, { expect: { opened: true } }]) {
    expect(validate({ expectations: [{ ...expected, ...wrong }] }), JSON.stringify(wrong)).toBe(false);
  }
});
