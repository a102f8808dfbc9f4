import type { CustomResourceOptions } from "@pulumi/pulumi";
import { AgentIngress, HttpsEdgeMutualTls, HttpsEdgeRoute, HttpsEdgeRouteOAuth } from "pulumi-edge-ingress";
import type { FormName } from "./forms";
import { provider, routeOn } from "./moving-modules";
import { failureText, type Program, type Run, type TestStack } from "./stack";

/** What an option does to a stack with two routes: the login of one has the argument `route`, that of the other ids. */
export interface OptionRow {
  readonly option: string;
  readonly happens: string;
  /** What changes something, each as a method and a path without ids, sorted; by the name of the form if the forms differ. */
  readonly sent: readonly string[] | Readonly<Record<FormName, readonly string[]>>;
  /** A part of what is printed; nothing if the provider prints nothing of modules. */
  readonly said?: string;
  readonly before: Program;
  /** Whether the service refuses to make routes from then on. */
  readonly makesNoRoutes?: boolean;
  act(stack: TestStack, urnOf: (name: string) => string): Promise<Run | string>;
}

interface Variant {
  readonly onRoute?: CustomResourceOptions;
  readonly onModule?: CustomResourceOptions;
  readonly byIdsWithDeletedWith?: boolean;
}

/** A route of each kind with its login. */
const routes =
  ({ onRoute = {}, onModule = {}, byIdsWithDeletedWith = false }: Variant = {}): Program =>
  async () => {
    const given = new HttpsEdgeRoute("given", routeOn("given"), onRoute);
    new HttpsEdgeRouteOAuth("given-login", { route: given, provider }, onModule);
    const ids = new HttpsEdgeRoute("ids", routeOn("ids"), onRoute);
    const opts = byIdsWithDeletedWith ? { ...onModule, deletedWith: ids } : onModule;
    new HttpsEdgeRouteOAuth("ids-login", { edgeId: ids.edgeId, routeId: ids.id, provider }, opts);
    return undefined;
  };

/** The same routes, changed or on other edges, with module resources of other names, or none. */
const changed =
  ({ onEdge = (edge: string) => edge, args = {}, logins = [], waitsForFailure = false }: Changes): Program =>
  async () => {
    const dependsOn = waitsForFailure ? new AgentIngress("fails", { domain: "fails.example.com" }) : [];
    for (const name of ["given", "ids"]) {
      const route = new HttpsEdgeRoute(name, routeOn(onEdge(name), args), { dependsOn });
      const place = name === "given" ? { route } : { edgeId: route.edgeId, routeId: route.id };
      for (const login of logins) new HttpsEdgeRouteOAuth(`${name}-${login}`, { ...place, provider });
    }
    return undefined;
  };

interface Changes {
  readonly onEdge?: (edge: string) => string;
  readonly args?: object;
  readonly logins?: readonly string[];
  readonly waitsForFailure?: boolean;
}

const inline: Program = async () => {
  new HttpsEdgeRoute("given", routeOn("given", { oauth: { provider } }));
  new HttpsEdgeRoute("ids", routeOn("ids", { oauth: { provider } }));
  return undefined;
};

/** The same under new names, waiting for a resource that fails. */
const renamed: Program = async () => {
  const dependsOn = new AgentIngress("fails", { domain: "fails.example.com" });
  for (const name of ["given", "ids"])
    new HttpsEdgeRoute(`${name}-renamed`, routeOn(name, { oauth: { provider } }), { aliases: [{ name }], dependsOn });
  return undefined;
};

const edge =
  (name: string): Program =>
  async () => {
    new HttpsEdgeMutualTls(name, { edgeId: "edge", certificateAuthorityIds: ["ca_1"] });
    return undefined;
  };

/** A module resource under another name that waits for a resource that fails. */
const failing: Program = async () => {
  const fails = new AgentIngress("fails", { domain: "fails.example.com" });
  new HttpsEdgeMutualTls("new", { edgeId: "edge", certificateAuthorityIds: ["ca_1"] }, { dependsOn: fails });
  return undefined;
};

const other: Program = edge("other");

const nothing: Program = async () => undefined;

const GIVEN = "DELETE given/routes/{id}";
const IDS = "DELETE ids/routes/{id}";
const GIVEN_LOGIN = `${GIVEN}/oauth`;
const IDS_LOGIN = `${IDS}/oauth`;

const KEPT = "of this program configures it, and this run leaves that resource out";
const NEW = "serves without oauth: this run leaves out, or has not reached, what configures that";
const UNREGISTERED = "of this program may configure it, and could not be registered";
const LOST = "was deleted, and this run has not deleted its route";

/** The URN of a module resource that the state does not have yet. */
const loginOf = (urnOf: (name: string) => string, name: string): string =>
  urnOf(name).replace(`HttpsEdgeRoute::${name}`, `HttpsEdgeRouteOAuth::${name}-login`);

const both = (urnOf: (name: string) => string) => [urnOf("given"), urnOf("ids")];

/** The rows of the table in docs/modules.md. */
export const OPTION_ROWS: readonly OptionRow[] = [
  {
    option: "`up --exclude`",
    happens: "the routes, while their module resources become arguments",
    sent: [],
    said: KEPT,
    before: routes(),
    act: (stack, urnOf) => stack.up(inline, { exclude: both(urnOf) }),
  },
  {
    option: "`up --exclude`",
    happens: "the new name of a module resource",
    sent: [],
    said: KEPT,
    before: edge("old"),
    act: (stack, urnOf) => stack.up(edge("new"), { exclude: [urnOf("old").replace(/old$/, "new")] }),
  },
  {
    option: "`up --exclude`",
    happens: "the routes, while their module resources are removed",
    sent: [GIVEN_LOGIN, IDS_LOGIN],
    before: routes(),
    act: (stack, urnOf) => stack.up(changed({}), { exclude: both(urnOf) }),
  },
  {
    option: "`up --exclude`",
    happens: "the module resources of routes that move to other edges",
    sent: ["POST given-2/routes", "POST ids-2/routes"],
    said: NEW,
    before: routes(),
    act: (stack, urnOf) =>
      stack.up(changed({ onEdge: (edge) => `${edge}-2`, logins: ["login"] }), {
        exclude: [urnOf("given-login"), urnOf("ids-login")],
      }),
  },
  {
    option: "`up --exclude`",
    happens: "the new module resources that replace arguments of their routes",
    sent: [GIVEN_LOGIN, IDS_LOGIN],
    said: NEW,
    before: inline,
    act: (stack, urnOf) => stack.up(routes(), { exclude: ["given", "ids"].map((name) => loginOf(urnOf, name)) }),
  },
  {
    option: "`up --target`",
    happens: "the new module resources that replace arguments of their routes; then an `up` of everything",
    sent: [GIVEN_LOGIN, IDS_LOGIN, "PUT given/routes/{id}/oauth", "PUT ids/routes/{id}/oauth"],
    before: inline,
    act: async (stack, urnOf) => {
      await stack.up(routes(), { target: ["given", "ids"].map((name) => loginOf(urnOf, name)) });
      return stack.up(routes());
    },
  },
  {
    option: "`up --target`",
    happens: "only the routes, which move to other edges",
    sent: [GIVEN, IDS, "POST given-2/routes", "POST ids-2/routes"],
    said: NEW,
    before: routes(),
    act: (stack, urnOf) =>
      stack.up(changed({ onEdge: (edge) => `${edge}-2`, logins: ["login"] }), { target: both(urnOf) }),
  },
  {
    option: "`up --target`",
    happens: "the old name of a module resource",
    sent: [],
    said: KEPT,
    before: edge("old"),
    act: (stack, urnOf) => stack.up(edge("new"), { target: [urnOf("old")] }),
  },
  {
    option: "`up --target`",
    happens: "a module resource that was removed",
    sent: ["DELETE edge/mutual_tls"],
    before: edge("old"),
    act: (stack, urnOf) => stack.up(nothing, { target: [urnOf("old")] }),
  },
  {
    option: "`up --target-replace`, `--target` with `--replace`",
    happens: "only the routes",
    sent: [GIVEN, IDS, "POST given/routes", "POST ids/routes"],
    said: NEW,
    before: routes(),
    act: (stack, urnOf) => stack.up(routes(), { target: both(urnOf), replace: both(urnOf) }),
  },
  {
    option: "`up --target-replace`, `--target` with `--replace`",
    happens: "only the routes, with another match",
    sent: [GIVEN, IDS, "POST given/routes", "POST ids/routes"],
    said: NEW,
    before: routes(),
    act: (stack, urnOf) =>
      stack.up(changed({ args: { match: "/other" }, logins: ["login"] }), {
        target: both(urnOf),
        replace: both(urnOf),
      }),
  },
  {
    option: "`up --replace`",
    happens: "the routes and their modules",
    sent: {
      dynamic: [
        GIVEN,
        IDS,
        IDS_LOGIN,
        "POST given/routes",
        "POST ids/routes",
        "PUT given/routes/{id}/oauth",
        "PUT ids/routes/{id}/oauth",
      ],
      plugin: [
        GIVEN,
        IDS,
        "POST given/routes",
        "POST ids/routes",
        "PUT given/routes/{id}/oauth",
        "PUT ids/routes/{id}/oauth",
      ],
    },
    before: routes(),
    act: (stack, urnOf) => stack.up(routes(), { replace: both(urnOf) }),
  },
  {
    option: "`up --continue-on-error`",
    happens: "if a module resource has a new name and waits for a resource that fails",
    sent: ["POST agent_ingresses"],
    said: KEPT,
    before: edge("old"),
    act: (stack) => failureText(stack.up(failing, { continueOnError: true })),
  },
  {
    option: "`up --continue-on-error`",
    happens: "if the update of routes fails, and their module resources have new names",
    sent: ["PATCH given/routes/{id}", "PATCH ids/routes/{id}"],
    said: "is not deleted: its route could not be updated or replaced in this run",
    before: routes(),
    act: (stack) =>
      failureText(stack.up(changed({ args: { metadata: "x" }, logins: ["new"] }), { continueOnError: true })),
  },
  {
    option: "`up --continue-on-error`",
    happens: "if routes wait for a resource that fails, and their module resources have new names",
    sent: ["POST agent_ingresses"],
    said: UNREGISTERED,
    before: routes(),
    act: (stack) =>
      failureText(stack.up(changed({ logins: ["new"], waitsForFailure: true }), { continueOnError: true })),
  },
  {
    option: "`up --continue-on-error`",
    happens: "if routes wait for a resource that fails, and their modules become arguments",
    sent: ["POST agent_ingresses"],
    said: UNREGISTERED,
    before: routes(),
    act: (stack) =>
      failureText(
        stack.up(changed({ args: { oauth: { provider } }, waitsForFailure: true }), { continueOnError: true }),
      ),
  },
  {
    option: "`up --continue-on-error`",
    happens: "if routes with new names and aliases wait for a resource that fails",
    sent: ["POST agent_ingresses"],
    said: "could not be registered",
    before: inline,
    act: (stack) => failureText(stack.up(renamed, { continueOnError: true })),
  },
  {
    option: "`up --continue-on-error`, `--replace`",
    happens: "routes that cannot be created again, and whose module resources have new names",
    sent: ["POST given/routes", "POST ids/routes"],
    said: UNREGISTERED,
    before: routes(),
    makesNoRoutes: true,
    act: (stack, urnOf) =>
      failureText(stack.up(changed({ logins: ["new"] }), { continueOnError: true, replace: both(urnOf) })),
  },
  {
    option: "`destroy --target-dependents`",
    happens: "with `--target` of the routes",
    sent: [GIVEN, IDS, IDS_LOGIN],
    before: routes(),
    act: (stack, urnOf) => stack.destroy(undefined, { target: both(urnOf), targetDependents: true }),
  },
  {
    option: "`destroy --target`",
    happens: "only the routes, on which module resources depend",
    sent: [],
    before: routes(),
    act: (stack, urnOf) => failureText(stack.destroy(undefined, { target: both(urnOf) })),
  },
  {
    option: "`destroy --target`",
    happens: "only the module resources",
    sent: [GIVEN_LOGIN, IDS_LOGIN],
    said: LOST,
    before: routes(),
    act: (stack, urnOf) => stack.destroy(undefined, { target: [urnOf("given-login"), urnOf("ids-login")] }),
  },
  {
    option: "`destroy --run-program`, `--target`",
    happens: "only the module resources",
    sent: [GIVEN_LOGIN, IDS_LOGIN],
    before: routes(),
    act: (stack, urnOf) => stack.destroy(routes(), { target: [urnOf("given-login"), urnOf("ids-login")] }),
  },
  {
    option: "`up --target`",
    happens: "only the module resources, which were removed",
    sent: [GIVEN_LOGIN, IDS_LOGIN],
    before: routes(),
    act: (stack, urnOf) => stack.up(changed({}), { target: [urnOf("given-login"), urnOf("ids-login")] }),
  },
  {
    option: "`destroy --exclude-protected`",
    happens: "if the routes have `protect`, and their modules do not",
    sent: [GIVEN_LOGIN, IDS_LOGIN],
    said: LOST,
    before: routes({ onRoute: { protect: true } }),
    act: (stack) => stack.destroy(undefined, { excludeProtected: true }),
  },
  {
    option: "`protect`",
    happens: "only the routes; then an `up` that removes both",
    sent: { dynamic: [IDS_LOGIN, "PUT edge/mutual_tls"], plugin: ["PUT edge/mutual_tls"] },
    before: routes({ onRoute: { protect: true } }),
    act: (stack) => failureText(stack.up(other)),
  },
  {
    option: "`protect`",
    happens: "only the routes; then `destroy`",
    sent: [IDS_LOGIN],
    said: LOST,
    before: routes({ onRoute: { protect: true } }),
    act: (stack) => failureText(stack.destroy()),
  },
  {
    option: "`protect`",
    happens: "the routes and modules; then `destroy --exclude-protected`",
    sent: [],
    before: routes({ onRoute: { protect: true }, onModule: { protect: true } }),
    act: (stack) => stack.destroy(undefined, { excludeProtected: true }),
  },
  {
    option: "`retainOnDelete`",
    happens: "only the routes; then `destroy`",
    sent: [IDS_LOGIN],
    said: LOST,
    before: routes({ onRoute: { retainOnDelete: true } }),
    act: (stack) => stack.destroy(),
  },
  {
    option: "`retainOnDelete`",
    happens: "only the routes; then an `up` that removes both",
    sent: { dynamic: [IDS_LOGIN, "PUT edge/mutual_tls"], plugin: ["PUT edge/mutual_tls"] },
    before: routes({ onRoute: { retainOnDelete: true } }),
    act: (stack) => stack.up(other),
  },
  {
    option: "`deletedWith`",
    happens: "each module; then `destroy`",
    sent: [GIVEN, IDS],
    before: routes({ byIdsWithDeletedWith: true }),
    act: (stack) => stack.destroy(),
  },
  {
    option: "none",
    happens: "an `up` of a program without any resource",
    sent: { dynamic: [GIVEN, IDS, IDS_LOGIN], plugin: [GIVEN, IDS] },
    before: routes(),
    act: (stack) => stack.up(nothing),
  },
];

/** What a form sends. */
export const sentBy = ({ sent }: OptionRow, form: FormName): readonly string[] =>
  "dynamic" in sent ? sent[form] : sent;

const cell = (lines: readonly string[]): string => lines.map((line) => `\`${line}\``).join(", ") || "nothing";

/** A row as the page has it. */
export const lineOf = (row: OptionRow): string => {
  const [dynamic, plugin] = [cell(sentBy(row, "dynamic")), cell(sentBy(row, "plugin"))];
  const sent = dynamic === plugin ? dynamic : `dynamic: ${dynamic}; plugin: ${plugin}`;
  return `| ${row.option} | ${row.happens} | ${sent} | ${row.said === undefined ? "" : `“… ${row.said} …”`} |`;
};
