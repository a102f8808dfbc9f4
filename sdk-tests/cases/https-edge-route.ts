import type { ResourceCase } from "./case";
import { moduleCases } from "./modules";

const prefixed = (name: string, problem: string) => problem.replaceAll(/(^|; did you mean |requires )/g, `$1${name}.`);

export const httpsEdgeRoute: ResourceCase = {
  type: "HttpsEdgeRoute",
  place: "edge",
  methods: { create: ["POST"], update: ["PATCH"] },
  path: (id, { edgeId }) => `/edges/https/${String(edgeId)}/routes/${id}`,
  whole: {
    args: {
      matchType: "path_prefix",
      match: "/",
      description: "everything",
      metadata: "v1",
      ...Object.fromEntries(moduleCases.map(({ argument, whole }) => [argument, whole.args])),
    },
    body: {
      match_type: "path_prefix",
      match: "/",
      description: "everything",
      metadata: "v1",
      ...Object.fromEntries(moduleCases.map(({ member, whole }) => [member, whole.body])),
    },
  },
  life: {
    minimal: {
      args: { matchType: "exact_path", match: "/a" },
      body: { match_type: "exact_path", match: "/a" },
    },
    set: {
      args: { matchType: "exact_path", match: "/a", description: "a", metadata: "v1", compression: {} },
      body: { description: "a", metadata: "v1", compression: { enabled: true } },
    },
    changed: {
      args: {
        matchType: "path_prefix",
        match: "b.example.com/b",
        description: "b",
        metadata: "v2",
        compression: { enabled: false },
      },
      body: {
        match_type: "path_prefix",
        match: "b.example.com/b",
        description: "b",
        metadata: "v2",
        compression: { enabled: false },
      },
    },
    removed: {
      args: { matchType: "exact_path", match: "/a" },
      body: {
        match_type: "exact_path",
        match: "/a",
        description: "",
        metadata: "",
        compression: { enabled: false },
      },
    },
  },
  drift: { of: "grown", members: { match: "/by-hand", description: "by hand" }, paths: ["description", "match"] },
  unknown: (text) => ({
    matchType: text,
    match: text,
    backend: { backendId: text },
    circuitBreaker: { numBuckets: text },
    requestHeaders: { add: { "X-Known": text }, remove: [text] },
    oauth: { provider: { provider5: { clientId: text, clientSecret: text } } },
    jwtValidation: { issuer: { allowList: [{ value: text }] } },
  }),
  invalid: [
    { args: { match: "/a" }, problem: "matchType is required" },
    { args: { matchType: "regex", match: "/a" }, problem: 'matchType must be "exact_path" or "path_prefix"' },
    { args: { matchType: "exact_path" }, problem: "match is required" },
    ...moduleCases.flatMap(({ argument, invalid }) =>
      invalid.map(({ args, problem }) => ({
        args: { matchType: "exact_path", match: "/a", [argument]: args },
        problem: prefixed(argument, problem),
      })),
    ),
  ],
  secrets: moduleCases.flatMap(({ secrets = [] }) => secrets),
};
