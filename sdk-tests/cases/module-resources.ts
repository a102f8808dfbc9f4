import type { ModuleCase, ResourceCase } from "./case";
import { moduleCaseOf, moduleCases } from "./modules";

/** Stating nothing but the default changes nothing. */
const hasOnlyEnabled = ({ whole }: ModuleCase) => Object.keys(whole.args).join() === "enabled";

/** A module as a separate resource: every change is a PUT of the whole module. */
const moduleResource = (
  type: string,
  place: "edge" | "route",
  path: ResourceCase["path"],
  module: ModuleCase,
): ResourceCase => ({
  type,
  place,
  // The 404 of an unset module counts only if the response to the next GET is 404, too.
  methods: { create: ["GET", "GET", "PUT"], update: ["PUT"] },
  path,
  whole: module.whole,
  life: {
    minimal: module.minimal,
    set: hasOnlyEnabled(module) ? module.minimal : module.whole,
    changed: module.changed,
    removed: module.minimal,
  },
  drift: { of: "whole", members: module.drift.members, paths: [module.drift.path] },
  unknown: (text) => ({
    ...module.minimal.args,
    edgeId: text,
    ...(place === "route" && { routeId: text }),
  }),
  invalid: [
    ...module.invalid,
    { args: { ...module.minimal.args, edgeId: undefined }, problem: "edgeId is required" },
  ],
  secrets: module.secrets,
});

const onRoute = (type: string, module: ModuleCase) =>
  moduleResource(
    type,
    "route",
    (id) => `/edges/https/${id.replace("/", "/routes/")}/${module.member}`,
    module,
  );

const onEdge = (type: string, kind: string, module: ModuleCase) =>
  moduleResource(type, "edge", (id) => `/edges/${kind}/${id}/${module.member}`, module);

const backend = moduleCaseOf("backend");

export const moduleResourceCases: readonly ResourceCase[] = [
  ...moduleCases.flatMap((module) => (module.resource ? [onRoute(module.resource, module)] : [])),
  onEdge("HttpsEdgeMutualTls", "https", moduleCaseOf("mutualTls")),
  onEdge("TlsEdgeMutualTls", "tls", moduleCaseOf("mutualTls")),
  onEdge("TcpEdgeBackend", "tcp", { ...backend, invalid: backend.invalid.slice(0, 2) }),
  onEdge("HttpsEdgeTlsTermination", "https", moduleCaseOf("tlsTermination")),
];
