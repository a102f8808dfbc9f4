import Ajv from "ajv";
import { expect, it } from "vitest";
import {
  checkedHost,
  expectationsSchema,
  readExpectations,
} from "../../src/insight/expectations/expectation";
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

const withMember = (member: object) =>
  JSON.stringify({ expectations: [{ ...expected, ...member }] });

/** Nine levels of anchors, each of which uses the level below ten times. */
const BOMB = `expectations:\n${Array.from({ length: 9 }, (_, level) => {
  const items =
    level === 0
      ? "x"
      : Array(10)
          .fill(`*a${level - 1}`)
          .join(", ");
  return `  - &a${level} [${items}]`;
}).join("\n")}`;

it.each([
  ["", /the expectations: /],
  ["{", /neither YAML nor JSON: .*line 1/],
  ["expectations: []", /^expectations: /],
  [BOMB, /neither YAML nor JSON: Excessive alias count/],
  [
    "expectations:\n  - { edge: e, path: /, expect: { open: *all } }",
    /neither YAML nor JSON: Unresolved alias.*: all$/,
  ],
  [
    "expectation: []",
    /^the expectations: there is no member expectation; did you mean expectations\?$/,
  ],
  [
    withMember({ expect: undefined, expects: { open: true } }),
    /^expectations\[0\]: there is no member expects; did you mean expect\?$/,
  ],
  [
    withMember({ url: "x" }),
    /^expectations\[0\]: there is no member url; the members are edge, path, host, stack, routes, reason, expect$/,
  ],
  [
    withMember({ expect: { protectBy: ["any"] } }),
    /^expectations\[0\]\.expect: .*did you mean protectedBy\?$/,
  ],
  [
    withMember({ expect: { allows: { emailDomain: ["a"] } } }),
    /^expectations\[0\]\.expect\.allows: .*did you mean emailDomains\?$/,
  ],
  [
    withMember({ expect: { allows: {} } }),
    /^expectations\[0\]\.expect\.allows: must name emailAddresses/,
  ],
  [
    withMember({ expect: { open: true, allows: {} } }),
    /^expectations\[0\]\.expect\.allows: must name/,
  ],
  [
    withMember({ expect: { allows: { teams: [] } } }),
    /^expectations\[0\]\.expect\.allows\.teams: /,
  ],
  [
    withMember({ path: "/admin/*" }),
    /^expectations\[0\]\.path: must be the path of one request, without a star$/,
  ],
  [
    withMember({ expect: { protectedBy: "any" } }),
    /^expectations\[0\]\.expect\.protectedBy: must be a list of modules, such as \[oauth\] or \[any\]$/,
  ],
  [
    withMember({ expect: { allows: { teams: "a/b" } } }),
    /^expectations\[0\]\.expect\.allows\.teams: must be a list of texts, such as \[example\]$/,
  ],
  [
    withMember({ expect: { tls: 1.4 } }),
    /^expectations\[0\]\.expect\.tls: must be "1\.0", "1\.1", "1\.2", or "1\.3"$/,
  ],
  [withMember({ path: "admin" }), /^expectations\[0\]\.path: .*\//],
  [withMember({ edge: 7 }), /^expectations\[0\]\.edge: /],
  [withMember({ expect: {} }), /^expectations\[0\]\.expect: must state/],
  [withMember({ expect: { strength: "weak" } }), /^expectations\[0\]\.expect: must state/],
  [
    withMember({ expect: { protectedBy: ["login"] } }),
    /^expectations\[0\]\.expect\.protectedBy\[0\]: .*oauth/,
  ],
  [withMember({ expect: { tls: "2" } }), /^expectations\[0\]\.expect\.tls: .*1\.2/],
  [withMember({ expect: { opened: true } }), /^expectations\[0\]\.expect: .*opened/],
])("%s is refused with the path of the problem", (text, problem) => {
  expect(() => readExpectations(text)).toThrow(problem);
});

it("anchors and merge keys of YAML are read", () => {
  const text = `
expectations:
  - &admin { edge: edge_1, path: /admin, expect: &login { protectedBy: [oauth] } }
  - { <<: *admin, path: /intern }
  - { edge: edge_1, path: /x, expect: *login }
`;
  const common = { edge: "edge_1", expect: { protectedBy: ["oauth"] } };
  const paths = ["/admin", "/intern", "/x"];
  expect(readExpectations(text)).toEqual(paths.map((path) => ({ ...common, path })));
});

it.each([["1.0"], ["1.1"], ["1.2"], ["1.3"]])("a version of TLS needs no quotes: %s", (version) => {
  const text = `expectations: [{ edge: e, path: /, expect: { tls: ${version} } }]`;
  expect(readExpectations(text)).toMatchObject([{ expect: { tls: version } }]);
});

const HOST_PROBLEM =
  /^expectations\[0\]\.host: must be the name of one host, such as app\.example\.com.*every host$/;

it.each([
  "*",
  "*.x.example",
  "https://app.x.example/",
  " app.x.example",
  "a b",
  "a/b",
  "",
  "user@a.example",
  "a,<b>",
])("a host %j that no request has is refused", (host) => {
  expect(() => readExpectations(withMember({ host }))).toThrow(HOST_PROBLEM);
  expect(() => checkedHost(host)).toThrow("the host must be the name of one host");
});

it.each([
  "app.x.example",
  "APP.X.EXAMPLE.",
  "app.x.example:8443",
  "[::1]:80",
  "ä.example",
  "a_b.example",
])("the host %j is accepted", (host) => {
  expect(readExpectations(withMember({ host }))).toMatchObject([{ host }]);
  expect(checkedHost(host)).toBe(host);
});

it("the JSON schema accepts what the command accepts, and refuses what it refuses", () => {
  const validate = new Ajv({ strict: false }).compile(expectationsSchema());
  const all = labelledStacks.flatMap(({ expectations }) =>
    expectations.map(({ expectation }) => expectation),
  );
  expect(validate({ $schema: "x", expectations: all }), JSON.stringify(validate.errors)).toBe(true);
  for (const wrong of [
    { path: "admin" },
    { edge: 7 },
    { expect: { tls: "2" } },
    { expect: { opened: true } },
    { expect: { allows: {} } },
  ]) {
    expect(validate({ expectations: [{ ...expected, ...wrong }] }), JSON.stringify(wrong)).toBe(
      false,
    );
  }
});
