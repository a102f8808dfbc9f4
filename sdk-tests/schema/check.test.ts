import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { UNKNOWN } from "../../src/core/pulumi/engine-values";
import { check } from "../../src/core/schema/check";
import { problemText } from "../../src/core/schema/problem";
import { oneOf, string } from "../../src/core/schema/rows";
import type { Values } from "../../src/core/schema/values";
import { cases } from "../cases";
import { problemsWith } from "../support/problems";
import { resourceOf } from "../support/resources";

const fieldsOf = (type: string) => resourceOf(type).definition.fields;

/** Yields every copy of the value in which a leaf or subtree is unknown. */
function* withOneUnknown(value: unknown): Generator<unknown> {
  yield UNKNOWN;
  if (typeof value !== "object" || value === null) return;
  for (const [key, member] of Object.entries(value)) {
    for (const replaced of withOneUnknown(member)) {
      yield Array.isArray(value)
        ? value.with(Number(key), replaced)
        : { ...value, [key]: replaced };
    }
  }
}

describe.each(cases)("$type", ({ type, place, whole, life, replaced, invalid }) => {
  const fields = fieldsOf(type);
  const where = {
    ...(place && { edgeId: "edge_1" }),
    ...(place === "route" && { routeId: "route_1" }),
  };
  const stages = [whole, ...Object.values(life)].map(({ args }) => args);
  const valid = [...stages, ...(replaced ? [replaced] : [])].map((args) => ({ ...where, ...args }));

  it("accepts its valid arguments and gives them back as they came", () => {
    for (const args of valid) {
      expect(check(fields, args)).toEqual({ inputs: args, problems: [] });
    }
  });

  it("accepts an unknown value anywhere", () => {
    for (const args of valid) {
      for (const partly of withOneUnknown(args)) {
        if (partly !== UNKNOWN) expect(check(fields, partly as Values).problems).toEqual([]);
      }
    }
  });

  it("treats undefined and null as an absent argument", () => {
    const absent = Object.fromEntries(
      Object.keys(fields).map((key) => [key, key.length % 2 === 0 ? null : undefined]),
    );
    expect(check(fields, { ...absent, ...where, ...life.minimal.args })).toEqual({
      inputs: { ...where, ...life.minimal.args },
      problems: [],
    });
  });

  it.each(invalid)("refuses arguments because $problem", ({ args, problem }) => {
    expect(problemsWith(fields, { ...where, ...args })).toContain(problem);
  });

  it("shows no text of the program in a problem", () => {
    for (const { args } of invalid) {
      const canary = JSON.parse(
        JSON.stringify(args, (_, value) =>
          typeof value === "string" ? `canary\0${value}` : value,
        ),
      );
      expect(problemsWith(fields, canary).join()).not.toContain("canary");
    }
  });
});

it("a check reports every problem of a resource at once", () => {
  const problems = problemsWith(fieldsOf("EventDestination"), {
    format: 1,
    description: "x".repeat(300),
    target: { monitoring: { apiKey: [] }, cloudLogs: { auth: { role: {} } } },
  });
  expect(problems).toEqual([
    "description must be at most 255 bytes, got 300",
    'format must be "json", got a number',
    "target.cloudLogs.auth.role.roleArn is required",
    "target.cloudLogs.logGroupArn is required",
    "target.monitoring.apiKey must be a string, got an array",
    "target must have exactly one of deliveryStream, dataStream, cloudLogs, or monitoring, got cloudLogs and monitoring",
  ]);
});

/** The SDK's form of assets and archives. */
const files = {
  asset: {
    "4dabf18193072939515e22adb298388d": "c44067f5952c0a294b673a41bacd8c17",
    text: "hidden",
    hash: "h",
  },
  archive: {
    "4dabf18193072939515e22adb298388d": "0def7320c3a5731c473e5ecbe6d01bc7",
    assets: {},
    hash: "h",
  },
};

/** Arguments that are refused, by resource, and the requirement in the message. */
const refused: readonly { type: string; args: Values; reason: string }[] = [
  {
    type: "HttpsEdgeRoute",
    args: { circuitBreaker: { trippedDuration: Number.NaN } },
    reason: "must be a number, got NaN",
  },
  {
    type: "HttpsEdgeRoute",
    args: { circuitBreaker: { trippedDuration: Number.NEGATIVE_INFINITY } },
    reason: "must be a number, got -Infinity",
  },
  {
    type: "HttpsEdgeRoute",
    args: { circuitBreaker: { trippedDuration: 1.5 } },
    reason: "must be a whole number, got 1.5",
  },
  {
    type: "HttpsEdgeRoute",
    args: { circuitBreaker: { trippedDuration: -1.5 } },
    reason: "must be a whole number, got -1.5",
  },
  {
    type: "HttpsEdgeRoute",
    args: { circuitBreaker: { volumeThreshold: 1e300 } },
    reason: "must be at most 4294967295, got 1e+300",
  },
  {
    type: "HttpsEdgeRoute",
    args: {
      requestHeaders: {
        add: files.archive,
      },
    },
    reason: "must be an object, got an archive",
  },
  {
    type: "HttpsEdgeRoute",
    args: { requestHeaders: { add: { "X-A": {} } } },
    reason: "must be a string, got an object (in YAML, name the secret itself)",
  },
  {
    type: "HttpsEdgeRoute",
    args: {
      policy: {
        inbound: {
          actions: {
            type: "log",
            config: files.asset,
          },
        },
      },
    },
    reason: "must be an object, got an asset",
  },
  {
    type: "AgentIngress",
    args: {
      metadata: files.asset,
    },
    reason: "must be a string, got an asset",
  },
  { type: "AgentIngress", args: { metadata: {} }, reason: "must be a string, got an object" },
  {
    type: "AgentIngress",
    args: {
      certificateManagementPolicy: files.archive,
    },
    reason: "must be an object, got an archive",
  },
  {
    type: "EventDestination",
    args: { target: { monitoring: { apiKey: {} } } },
    reason: "must be a string, got an object (in YAML, name the secret itself)",
  },
];

/** Refused values of an argument that is the text "a" or the number 2, and the message. */
const levels: readonly { level: unknown; reason: string }[] = [
  { level: "c", reason: 'must be "a" or 2' },
  { level: 3, reason: 'must be "a" or 2, got 3' },
  { level: true, reason: 'must be "a" or 2, got a boolean' },
];

const route = { edgeId: "e", matchType: "exact_path", match: "/" };
const required: Readonly<Record<string, Values>> = {
  AgentIngress: { domain: "a.example.com" },
  EventDestination: { format: "json" },
  HttpsEdgeRoute: route,
};

it.each(refused)(
  "a check of $type reports once the requirement on $args",
  ({ type, args, reason }) => {
    const problems = problemsWith(fieldsOf(type), { ...required[type], ...args });
    expect(problems.map((problem) => problem.slice(problem.indexOf(" ") + 1))).toEqual([reason]);
  },
);

it.each([
  ...levels,
  {
    level: Object.create(Object.create(Object.create(null))),
    reason: 'must be "a" or 2, got an instance of a class',
  },
])(
  "a check of a choice of a text and a number reports, without a text of the program, that it $reason",
  ({ level, reason }) => {
    expect(problemsWith({ level: oneOf(["a", 2]) }, { level })).toEqual([`level ${reason}`]);
  },
);

const CONFIG = "policy.inbound.actions.config";
const problemsOfConfig = (config: unknown, secretPaths: string[] = []) => {
  const policy = { inbound: { actions: { type: "log", config } } };
  return check(fieldsOf("HttpsEdgeRoute"), { ...route, policy }, secretPaths).problems.map(
    problemText,
  );
};

it.each([
  ["NaN", Number.NaN],
  ["-Infinity", Number.NEGATIVE_INFINITY],
  ["an asset", files.asset],
  ["an archive", files.archive],
  ["undefined", undefined],
  ["a bigint", 10n],
  ["a function", () => 1],
  ["a symbol", Symbol("s")],
  ["an instance of Date", new Date(0)],
  ["an instance of Map", new Map()],
])("a check refuses %s anywhere in free JSON, by its path", (kind, value) => {
  const fine = [1, null, "x", { y: true, absent: undefined }];
  expect(problemsOfConfig({ fine, "a.b": [value], list: [0, [{ deep: [value] }]] })).toEqual([
    `${CONFIG}["a.b"][0] must be a JSON value, got ${kind}`,
    `${CONFIG}["list"][1][0]["deep"][0] must be a JSON value, got ${kind}`,
  ]);
  expect(problemsOfConfig({ hush: [value] }, [CONFIG])).toEqual([
    `${CONFIG}["[secret]"][0] must be a JSON value`,
  ]);
});

it("a check lets any JSON pass", () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (config) => {
      expect(problemsOfConfig(config)).toEqual([]);
    }),
  );
});

it("a check is fast for 200,000 header names, whose pairwise comparison would take minutes", () => {
  const names = Array.from({ length: 200_000 }, (_, index) => `X-Header-${index}`);
  const add = Object.fromEntries([...names, "x-header-7"].map((name) => [name, "v"]));
  const args = { ...route, requestHeaders: { add, remove: names } };
  expect(problemsWith(fieldsOf("HttpsEdgeRoute"), args)).toEqual([
    'requestHeaders.add["x-header-7"] is a duplicate header name (names are case-insensitive)',
  ]);
});

it.each(["x", "é", "€", "😀"])("byte limits count the UTF-8 bytes of %s", (character) => {
  const width = Buffer.byteLength(character);
  const problems = (bytes: number) => {
    const text = character.repeat(Math.floor(bytes / width)) + "x".repeat(bytes % width);
    return problemsWith(fieldsOf("SshCertificateAuthority"), { description: text });
  };
  expect(problems(254)).toEqual([]);
  expect(problems(255)).toEqual([]);
  expect(problems(256)).toEqual(["description must be at most 255 bytes, got 256"]);
});

describe("of what the program has marked as secret", () => {
  const reasons = (args: Values, ...secretPaths: string[]) =>
    check(fieldsOf("HttpsEdgeRoute"), { ...route, ...args }, secretPaths).problems.map(
      ({ path, reason }) => `${path} ${reason}`,
    );

  it("a problem shows no number, no length and no kind of value", () => {
    const circuitBreaker = { numBuckets: 987_654, rollingWindow: 1.5 };
    const args = { circuitBreaker, metadata: "x".repeat(4_097), description: 7 };
    expect(reasons(args, "circuitBreaker", "metadata")).toEqual([
      "description must be a string, got a number",
      "metadata must be at most 4096 bytes",
      "circuitBreaker.rollingWindow must be a whole number",
      "circuitBreaker.numBuckets must be at most 128",
    ]);
  });

  it("a problem names the API's arguments, and none of the program's names", () => {
    const requestHeaders = { add: { "X Plain": "v", "X-A": 7 }, nothing: 1 };
    const oidc = { clientId: "id", clientSecrets: "s", "canary.name": "s" };
    expect(reasons({ requestHeaders, oidc }, "requestHeaders", "oidc")).toEqual([
      "requestHeaders has a member that is not an argument",
      'requestHeaders.add["[secret]"] has a name that HTTP does not allow for a header',
      'requestHeaders.add["[secret]"] must be a string',
      "oidc has a member that is not an argument",
      "oidc has a member that is not an argument",
      "oidc.issuer is required",
      "oidc.clientSecret is required",
    ]);
  });

  it("a problem with an unknown argument contains its name, if the program has marked the argument", () => {
    expect(reasons({ requestHeader: {} }, "requestHeader")).toEqual([
      "requestHeader is not an argument; did you mean requestHeaders?",
    ]);
  });

  it("a problem with a member alone names the member", () => {
    const requestHeaders = { add: { "X-A": 7, "X-B": 8 } };
    expect(reasons({ requestHeaders }, 'requestHeaders.add["X-A"]')).toEqual([
      'requestHeaders.add["X-A"] must be a string',
      'requestHeaders.add["X-B"] must be a string, got a number',
    ]);
  });
});

it.each([
  { value: {}, hasHint: true },
  { value: [], hasHint: false },
  { value: { a: 1 }, hasHint: false },
])("the problem of the secret $value has the hint for YAML: $hasHint", ({ value, hasHint }) => {
  const { problems } = check({ token: string({ secret: true }) }, { token: value });
  expect(problems).toHaveLength(1);
  expect(problems.map(({ reason }) => reason.includes("in YAML"))).toEqual([hasHint]);
});
