import fc from "fast-check";
import type { Values } from "../../src/core/schema/values";
import { cases } from "../cases";
import type { ResourceCase } from "../cases/case";
import type { Declared, Program } from "./engine";
import { limitsOf, type Options, optionsOf } from "./options";

/** The declaration of a module in a program: the kind of declaration, its name, edge and form. */
interface ModuleChoice {
  readonly as: "nothing" | "argument" | "route" | "ids";
  readonly name: string;
  readonly edge: string;
  readonly form: number;
}

/** The choices of a step for the next program. */
export interface Choice {
  /** A form of each independent resource, 0 for none. */
  readonly plain: readonly number[];
  /** A form of a module of another party's route, 0 for none. */
  readonly foreignLogin: number;
  readonly route: {
    readonly form: number;
    readonly edge: string;
    readonly retainsRemoved: boolean;
    readonly isRetained: boolean;
  };
  readonly login: ModuleChoice;
  readonly tls: ModuleChoice;
  /** True if a different process of the provider runs the program from now on. */
  readonly isMoved: boolean;
  /** True if a second resource declares the same module. */
  readonly hasTwin: boolean;
  /** True if another stack declares the independent resources, too, and runs at the same time. */
  readonly isBeside: boolean;
  /** The options on the command line. */
  readonly options: Options;
  /** The names of resources that are deleted before they are replaced. */
  readonly deletedFirst: readonly string[];
}

/** Independent resources, by name. */
const plain: Readonly<Record<string, string>> = {
  ingress: "AgentIngress",
  authority: "SshCertificateAuthority",
  audit: "EventDestination",
  second: "EventDestination",
  elsewhere: "EventDestination",
};

/** The resource with a separate provider; `audit` may declare an object that equals its object. */
const ELSEWHERE = "elsewhere";

/** The location of another party's route. */
export interface ForeignRoute {
  readonly edgeId: string;
  readonly routeId: string;
}

const EDGES = ["edge_1", "edge_2"] as const;
const LOGINS = ["login", "renamed-login", "team/login"] as const;
const TLS = ["tls", "renamed-tls", "team/tls"] as const;

const REPLACEABLE = ["route", ...LOGINS, ...TLS];
const NAMES = [...Object.keys(plain), "foreign-login", "twin-tls", ...REPLACEABLE];

export const limits = limitsOf(NAMES);

const form = fc.nat({ max: 3 });
const edge = fc.constantFrom(...EDGES);
const rarely = fc.constantFrom(false, false, false, true);

const module = (
  names: readonly string[],
  as: readonly ModuleChoice["as"][],
): fc.Arbitrary<ModuleChoice> =>
  fc.record({
    as: fc.constantFrom(...as),
    name: fc.constantFrom(...names),
    edge,
    form: fc.nat({ max: 2 }),
  });

export const choice: fc.Arbitrary<Choice> = fc.record({
  plain: fc.tuple(form, form, form, form, form),
  foreignLogin: form,
  route: fc.record({ form, edge, retainsRemoved: fc.boolean(), isRetained: rarely }),
  login: module(LOGINS, ["nothing", "argument", "route", "ids"]),
  tls: module(TLS, ["nothing", "ids"]),
  isMoved: fc.boolean(),
  hasTwin: fc.boolean(),
  isBeside: fc.boolean(),
  options: optionsOf(NAMES, REPLACEABLE),
  deletedFirst: fc.subarray([...Object.keys(plain), ...LOGINS, ...TLS]),
});

export const caseOf = (type: string): ResourceCase =>
  cases.find((testCase) => testCase.type === type) as ResourceCase;

function formOf(type: string, index: number): Values {
  const { life, whole, replaced } = caseOf(type);
  return [life.minimal.args, life.changed.args, replaced ?? whole.args][index] ?? {};
}

/** Returns the program that a step has chosen. */
export function programOf(choices: Choice, foreign: ForeignRoute, allowsTwins: boolean): Program {
  const route = [...routeOf(choices), ...loginOf(choices)];
  const all = [
    ...plainOf(choices),
    ...foreignLoginOf(choices, foreign),
    ...route,
    ...tlsOf(choices, allowsTwins),
  ];
  const isDeletedFirst = (name: string) => choices.deletedFirst.includes(name);
  return new Map(
    all.map(([name, declared]) => [
      name,
      { ...declared, deleteBeforeReplace: isDeletedFirst(name) },
    ]),
  );
}

/**
 * Returns the part of a program that another stack can have, too: objects that may be equal, and no module of an object
 * of this stack.
 */
export const besideOf = (choices: Choice): Program => new Map(plainOf(choices));

const plainOf = (choices: Choice): [string, Declared][] =>
  Object.entries(plain).flatMap(([name, type], index) => {
    const form = choices.plain[index] ?? 0;
    return form === 0
      ? []
      : [[name, { type, args: formOf(type, form - 1), isElsewhere: name === ELSEWHERE }]];
  });

const foreignLoginOf = ({ foreignLogin }: Choice, foreign: ForeignRoute): [string, Declared][] => {
  const args = { ...foreign, ...formOf("HttpsEdgeRouteOAuth", foreignLogin - 1), adopt: true };
  return foreignLogin === 0 ? [] : [["foreign-login", { type: "HttpsEdgeRouteOAuth", args }]];
};

function routeOf({ route, login }: Choice): [string, Declared][] {
  if (route.form === 0) return [];
  const { oauth: _, ...args } = formOf("HttpsEdgeRoute", route.form - 1);
  const oauth = login.as === "argument" ? { oauth: formOf("HttpsEdgeRouteOAuth", login.form) } : {};
  const settings = { edgeId: route.edge, retainRemovedModules: route.retainsRemoved };
  const declared = { type: "HttpsEdgeRoute", args: { ...args, ...oauth, ...settings } };
  return [["route", { ...declared, retainOnDelete: route.isRetained }]];
}

function loginOf({ route, login }: Choice): [string, Declared][] {
  if (route.form === 0 || login.as === "nothing" || login.as === "argument") return [];
  const args = { ...formOf("HttpsEdgeRouteOAuth", login.form), adopt: true };
  return [[login.name, { type: "HttpsEdgeRouteOAuth", args, on: { name: "route", as: login.as } }]];
}

function tlsOf({ tls, hasTwin }: Choice, allowsTwins: boolean): [string, Declared][] {
  if (tls.as === "nothing") return [];
  const args = { ...formOf("HttpsEdgeTlsTermination", tls.form), edgeId: tls.edge, adopt: true };
  const declared: Declared = { type: "HttpsEdgeTlsTermination", args };
  return [tls.name, ...(hasTwin && allowsTwins ? ["twin-tls"] : [])].map((name) => [
    name,
    declared,
  ]);
}
