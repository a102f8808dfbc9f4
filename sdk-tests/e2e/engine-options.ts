import type { CustomResourceOptions } from "@pulumi/pulumi";

import { describe, expect } from "vitest";
import { textOf } from "../support/files";
import { withEmulator } from "../support/fixtures";
import { FORMS, type FormName } from "../support/forms";
import { changesIn, provider, routeOn } from "../support/moving-modules";
import {
  AgentIngress,
  HttpsEdgeMutualTls,
  HttpsEdgeRoute,
  HttpsEdgeRouteOAuth,
  type Program,
} from "../support/program";
import { type Choices, type DestroyChoices, failureText, type Language, TestStack } from "../support/stack";

/**
 * The table of engine options in docs/modules.md, carried out by the engine: what each option does to a stack with two routes.
 * The login of one has the argument `route`, that of the other one ids. All rows take minutes, and need `--all`.
 */

const ROUTES = ["given", "ids"];
const LOGINS = ["given-login", "ids-login"];

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
  };

interface Changes {
  /** What follows the names of the edges. */
  readonly edges?: string;
  readonly args?: object;
  readonly logins?: readonly string[];
  readonly waitsForFailure?: boolean;
}

/** The same routes, changed or on other edges, with module resources of other names, or none. */
const changed =
  ({ edges = "", args = {}, logins = [], waitsForFailure = false }: Changes): Program =>
  async () => {
    const dependsOn = waitsForFailure ? failing() : [];
    for (const name of ROUTES) {
      const route = new HttpsEdgeRoute(name, routeOn(name + edges, args), { dependsOn });
      const place = name === "given" ? { route } : { edgeId: route.edgeId, routeId: route.id };
      for (const login of logins) new HttpsEdgeRouteOAuth(`${name}-${login}`, { ...place, provider });
    }
  };

const inline = changed({ args: { oauth: { provider } } });
const moved = changed({ edges: "-2", logins: ["login"] });

/** The inline modules under new names, waiting for a resource that fails. */
const renamed: Program = async () => {
  const dependsOn = failing();
  for (const name of ROUTES)
    new HttpsEdgeRoute(`${name}-renamed`, routeOn(name, { oauth: { provider } }), { aliases: [{ name }], dependsOn });
};

const edge =
  (name: string, waitsForFailure = false): Program =>
  async () => {
    const dependsOn = waitsForFailure ? failing() : [];
    new HttpsEdgeMutualTls(name, { edgeId: "edge", certificateAuthorityIds: ["ca_1"] }, { dependsOn });
  };

const failing = () => new AgentIngress("fails", { domain: "fails.example.com" });
const nothing: Program = async () => undefined;

/** What a program declares, in the `apply` of a resource that fails. */
const declaredLater =
  (program: Program): Program =>
  () => {
    failing().id.apply(() => void program());
  };

/** The routes, and their logins in the `apply` of a resource that fails. */
const loginsDeclaredLater: Program = () => {
  const later = failing();
  for (const name of ROUTES) {
    const route = new HttpsEdgeRoute(name, routeOn(name));
    const place = name === "given" ? { route } : { edgeId: route.edgeId, routeId: route.id };
    later.id.apply(() => new HttpsEdgeRouteOAuth(`${name}-login`, { ...place, provider }));
  }
};

/** Runs the engine; gives what it printed. Resources are named by their names. */
type Act = (stack: TestStack, urnOf: (name: string) => string) => Promise<string>;

const withUrns = <T extends object>(choices: T, urnOf: (name: string) => string): T =>
  Object.fromEntries(
    Object.entries(choices).map(([name, value]) => [name, Array.isArray(value) ? value.map(urnOf) : value]),
  ) as T;

const up =
  (program: Program, choices: Choices = {}): Act =>
  async (stack, urnOf) =>
    (await stack.up(program, withUrns(choices, urnOf))).text;

const destroy =
  (choices: DestroyChoices = {}, program?: Program): Act =>
  async (stack, urnOf) =>
    (await stack.destroy(program, withUrns(choices, urnOf))).text;

const fails =
  (act: Act): Act =>
  (stack, urnOf) =>
    failureText(act(stack, urnOf));

/** An `up` with --continue-on-error, which fails. */
const goesOn = (program: Program, choices: Choices = {}) => fails(up(program, { ...choices, continueOnError: true }));

const onProtected = routes({ onRoute: { protect: true } });
const onRetained = routes({ onRoute: { retainOnDelete: true } });

/** For each row of the table: the program that is deployed before, what is done then, and what the service refuses. */
const runs: Readonly<
  Record<string, Readonly<Record<string, readonly [before: Program, act: Act, refuses?: "routes"]>>>
> = {
  "`up --exclude`": {
    "the routes, while their module resources become arguments": [routes(), up(inline, { exclude: ROUTES })],
    "the new name of a module resource": [edge("old"), up(edge("new"), { exclude: ["new"] })],
    "the routes, while their module resources are removed": [routes(), up(changed({}), { exclude: ROUTES })],
    "the module resources of routes that move to other edges": [routes(), up(moved, { exclude: LOGINS })],
    "the new module resources that replace arguments of their routes": [inline, up(routes(), { exclude: LOGINS })],
    "the new names of the module resources of routes": [
      routes(),
      up(changed({ logins: ["new"] }), { exclude: ["given-new", "ids-new"] }),
    ],
  },
  "`up --target`": {
    "the new module resources that replace arguments of their routes; then an `up` of everything": [
      inline,
      async (stack, urnOf) => {
        await up(routes(), { target: LOGINS })(stack, urnOf);
        return up(routes())(stack, urnOf);
      },
    ],
    "only the routes, which move to other edges": [routes(), up(moved, { target: ROUTES })],
    "the old name of a module resource": [edge("old"), up(edge("new"), { target: ["old"] })],
    "a module resource that was removed": [edge("old"), up(nothing, { target: ["old"] })],
    "only the module resources, which were removed": [routes(), up(changed({}), { target: LOGINS })],
  },
  "`up --target-replace`, `--target` with `--replace`": {
    "only the routes": [routes(), up(routes(), { target: ROUTES, replace: ROUTES })],
    "only the routes, with another match": [
      routes(),
      up(changed({ args: { match: "/other" }, logins: ["login"] }), { target: ROUTES, replace: ROUTES }),
    ],
  },
  "`up --replace`": {
    "the routes and their modules": [routes(), up(routes(), { replace: ROUTES })],
  },
  "`up --continue-on-error`": {
    "if a module resource has a new name and waits for a resource that fails": [edge("old"), goesOn(edge("new", true))],
    "if the update of routes fails, and their module resources have new names": [
      routes(),
      goesOn(changed({ args: { metadata: "x" }, logins: ["new"] })),
    ],
    "if routes wait for a resource that fails, and their module resources have new names": [
      routes(),
      goesOn(changed({ logins: ["new"], waitsForFailure: true })),
    ],
    "if routes wait for a resource that fails, and their modules become arguments": [
      routes(),
      goesOn(changed({ args: { oauth: { provider } }, waitsForFailure: true })),
    ],
    "if routes with new names and aliases wait for a resource that fails": [inline, goesOn(renamed)],
  },
  "`up --continue-on-error`, a declaration in an `apply` of a resource that fails": {
    "a module resource": [edge("old"), goesOn(declaredLater(edge("old")))],
    "a module resource with a new name": [edge("old"), goesOn(declaredLater(edge("new")))],
    "the module resources of routes": [routes(), goesOn(loginsDeclaredLater)],
    "routes with their module resources": [routes(), goesOn(declaredLater(routes()))],
    "routes that are replaced, with their module resources": [routes(), goesOn(declaredLater(moved))],
    "everything; and `--exclude` of the module resources": [
      routes(),
      goesOn(declaredLater(routes()), { exclude: LOGINS }),
    ],
    "everything; and `--replace` of the routes": [routes(), goesOn(declaredLater(routes()), { replace: ROUTES })],
  },
  "`up --continue-on-error`, `--replace`": {
    "routes that cannot be created again, and whose module resources have new names": [
      routes(),
      goesOn(changed({ logins: ["new"] }), { replace: ROUTES }),
      "routes",
    ],
    "routes that cannot be created again, and whose module resources are removed": [
      routes(),
      goesOn(changed({}), { replace: ROUTES }),
      "routes",
    ],
  },
  "`destroy --target-dependents`": {
    "with `--target` of the routes": [routes(), destroy({ target: ROUTES, targetDependents: true })],
  },
  "`destroy --target`": {
    "only the routes, on which module resources depend": [routes(), fails(destroy({ target: ROUTES }))],
    "only the module resources": [routes(), destroy({ target: LOGINS })],
  },
  "`destroy --run-program`, `--target`": {
    "only the module resources": [routes(), destroy({ target: LOGINS }, routes())],
  },
  "`destroy --exclude-protected`": {
    "if the routes have `protect`, and their modules do not": [onProtected, destroy({ excludeProtected: true })],
  },
  "`protect`": {
    "only the routes; then an `up` that removes both": [onProtected, fails(up(edge("other")))],
    "only the routes; then `destroy`": [onProtected, fails(destroy())],
    "the routes and modules; then `destroy --exclude-protected`": [
      routes({ onRoute: { protect: true }, onModule: { protect: true } }),
      destroy({ excludeProtected: true }),
    ],
  },
  "`retainOnDelete`": {
    "only the routes; then `destroy`": [onRetained, destroy()],
    "only the routes; then an `up` that removes both": [onRetained, up(edge("other"))],
  },
  "`deletedWith`": {
    "each module; then `destroy`": [routes({ byIdsWithDeletedWith: true }), destroy()],
  },
  none: {
    "an `up` of a program without any resource": [routes(), up(nothing)],
  },
};

const page = textOf("docs/modules.md").replaceAll("\r\n", "\n");

/** The rows of the page, whose last cells have the requests, without ids and sorted, and a part of what is printed. */
export const documented = (page.split("| --- | --- | --- | --- |\n")[1]?.split("\n\n")[0]?.split("\n") ?? []).map(
  (line) => {
    const [option = "", happens = "", sent = "", said = ""] = line.slice(2, -2).split(" | ");
    return { option, happens, sent, said: /^“… (.*) …”$/.exec(said)?.[1] };
  },
);

/** The requests that a form sends: a cell names the forms if they differ. */
const sentBy = (cell: string, form: FormName): string[] => {
  const ofForm = new RegExp(`${form}: ([^;]*)`).exec(cell)?.[1] ?? cell;
  return [...ofForm.matchAll(/`([^`]*)`/g)].map(([, request = ""]) => request);
};

/** `npm test` tries a row of the table, `npm test -- --all` every row. */
const tried = process.env.ALL_TESTS ? documented : documented.slice(0, 1);

const OF_MODULES = /(warning|info): .*(this run leaves|has not deleted its route)/;

/** Carries out the table by programs in a language. */
export function tryEngineOptions(language: Language): void {
  const it = withEmulator();

  describe.each(FORMS)(`in ${language}, as %s`, (form) => {
    it.for(tried)(
      "$option $happens: sends and logs what the table has",
      async ({ option, happens, sent, said }, { emulator }) => {
        emulator.reset();
        const [before, act, refuses] = runs[option]?.[happens] ?? [nothing, up(nothing)];
        await using stack = await TestStack.create(emulator, {}, form, language);
        await stack.up(before);
        const urns = await stack.urns();
        emulator.clearRequests();
        emulator.addFault({ method: "POST", path: "/agent_ingresses", status: 400, times: 1 });
        emulator.addFault({ method: "PATCH", path: "/edges/https/{edge_id}/routes/{id}", status: 400, times: 2 });
        if (refuses === "routes")
          emulator.addFault({ method: "POST", path: "/edges/https/{edge_id}/routes", status: 400, times: 2 });
        const text = await act(stack, (name) => urns.get(name) ?? newUrn(urns, name));
        expect(changesIn(emulator)).toEqual(sentBy(sent, form));
        const isKeptByPlugin = form === "plugin" || !sentBy(sent, "dynamic").some((line) => /DELETE.*oauth/.test(line));
        if (said !== undefined) expect(text).toContain(said);
        else if (isKeptByPlugin) expect(text).not.toMatch(OF_MODULES);
      },
    );
  });
}

/** The URN of a module resource that the state does not have yet: under its new name, or as the login of a route. */
function newUrn(urns: ReadonlyMap<string, string>, name: string): string {
  if (name === "new") return (urns.get("old") ?? "").replace(/old$/, "new");
  const route = urns.get(name.replace(/-\w+$/, "")) ?? "";
  return route.replace(/HttpsEdgeRoute::.*/, `HttpsEdgeRouteOAuth::${name}`);
}

/** The rows that are carried out, as the table names them. */
export const carriedOut = Object.entries(runs).flatMap(([option, row]) =>
  Object.keys(row).map((happens) => ({ option, happens })),
);
