import { provider } from "../support/moving-modules";
import type { Program } from "../support/program";
import { type Choices, type DestroyChoices, failureText, type TestStack } from "../support/stack";
import {
  changed,
  declaredLater,
  edge,
  inline,
  LOGINS,
  loginsDeclaredLater,
  moved,
  nothing,
  onProtected,
  onRetained,
  ROUTES,
  renamed,
  routes,
} from "./engine-option-programs";
import type { Row } from "./engine-option-tables";

/** The runs for the rows of the tables of engine options in docs/modules.md. */

/** Runs the engine and returns its output. Resources are referred to by name. */
type Act = (stack: TestStack, urnOf: (name: string) => string) => Promise<string>;

const withUrns = <T extends object>(choices: T, urnOf: (name: string) => string): T =>
  Object.fromEntries(
    Object.entries(choices).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.map(urnOf) : value,
    ]),
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
const goesOn = (program: Program, choices: Choices = {}) =>
  fails(up(program, { ...choices, continueOnError: true }));

/** The run for a row of a table. */
interface Run {
  /** The program that is deployed first. */
  readonly before: Program;
  readonly act: Act;
  /** Set if the service refuses requests in addition to the resource that fails. */
  readonly refuses?: "routes";
  /** Requests for unrelated resources, which the tables omit. */
  readonly unrelatedRequests?: readonly string[];
}

const run = (before: Program, act: Act, more: Omit<Run, "before" | "act"> = {}): Run => ({
  before,
  act,
  ...more,
});

const FAILING = { unrelatedRequests: ["POST agent_ingresses"] };
const OTHER_EDGE = { unrelatedRequests: ["PUT edge/mutual_tls"] };

/** The run for each row, under the name of the row in the page. */
const runs: Readonly<Record<string, Readonly<Record<string, Run>>>> = {
  "`up --exclude`": {
    "the routes, while their module resources become arguments": run(
      routes(),
      up(inline, { exclude: ROUTES }),
    ),
    "the new name of a module resource of an edge": run(
      edge("old"),
      up(edge("new"), { exclude: ["new"] }),
    ),
    "the new names of the module resources of routes": run(
      routes(),
      up(changed({ logins: ["new"] }), { exclude: ["given-new", "ids-new"] }),
    ),
    "the routes, while their module resources are removed": run(
      routes(),
      up(changed({}), { exclude: ROUTES }),
    ),
    "the module resources of routes that move to other edges": run(
      routes(),
      up(moved, { exclude: LOGINS }),
    ),
    "the new module resources that replace arguments of their routes": run(
      inline,
      up(routes(), { exclude: LOGINS }),
    ),
  },
  "`up --target`": {
    "the old name of a module resource of an edge": run(
      edge("old"),
      up(edge("new"), { target: ["old"] }),
    ),
    "a module resource of an edge that was removed": run(
      edge("old"),
      up(nothing, { target: ["old"] }),
    ),
    "the module resources alone, which were removed": run(
      routes(),
      up(changed({}), { target: LOGINS }),
    ),
    "the routes alone, which move to other edges": run(routes(), up(moved, { target: ROUTES })),
    "the new module resources that replace arguments of their routes; then an `up` of everything":
      run(inline, async (stack, urnOf) => {
        await up(routes(), { target: LOGINS })(stack, urnOf);
        return up(routes())(stack, urnOf);
      }),
  },
  "`up --replace` and `up --target-replace`": {
    "`--replace` of the routes and their modules": run(routes(), up(routes(), { replace: ROUTES })),
    "`--target-replace`, or `--target` with `--replace`, of the routes alone": run(
      routes(),
      up(routes(), { target: ROUTES, replace: ROUTES }),
    ),
    "the same, of routes that get another match": run(
      routes(),
      up(changed({ args: { match: "/other" }, logins: ["login"] }), {
        target: ROUTES,
        replace: ROUTES,
      }),
    ),
  },
  "`up --continue-on-error`": {
    "a module resource with a new name waits for a resource that fails": run(
      edge("old"),
      goesOn(edge("new", true)),
      FAILING,
    ),
    "the update of routes fails, and their module resources have new names": run(
      routes(),
      goesOn(changed({ args: { metadata: "x" }, logins: ["new"] })),
    ),
    "routes wait for a resource that fails, and their module resources have new names": run(
      routes(),
      goesOn(changed({ logins: ["new"], waitsForFailure: true })),
      FAILING,
    ),
    "routes wait for a resource that fails, and their modules become arguments": run(
      routes(),
      goesOn(changed({ args: { oauth: { provider } }, waitsForFailure: true })),
      FAILING,
    ),
    "routes with new names and aliases wait for a resource that fails": run(
      inline,
      goesOn(renamed),
      FAILING,
    ),
    "with `--replace`: routes cannot be created again, and their module resources have new names":
      run(routes(), goesOn(changed({ logins: ["new"] }), { replace: ROUTES }), {
        refuses: "routes",
      }),
    "with `--replace`: routes cannot be created again, and their module resources are removed": run(
      routes(),
      goesOn(changed({}), { replace: ROUTES }),
      { refuses: "routes" },
    ),
    "a module resource is declared in an `apply` of a resource that fails": run(
      edge("old"),
      goesOn(declaredLater(edge("old"))),
      FAILING,
    ),
    "a module resource with a new name is declared in such an `apply`": run(
      edge("old"),
      goesOn(declaredLater(edge("new"))),
      FAILING,
    ),
    "the module resources of routes are declared in such an `apply`": run(
      routes(),
      goesOn(loginsDeclaredLater),
      FAILING,
    ),
    "routes with their module resources are declared in such an `apply`": run(
      routes(),
      goesOn(declaredLater(routes())),
      FAILING,
    ),
    "routes that are replaced, with their module resources, are declared in such an `apply`": run(
      routes(),
      goesOn(declaredLater(moved)),
      FAILING,
    ),
    "everything is declared in such an `apply`, with `--exclude` of the module resources": run(
      routes(),
      goesOn(declaredLater(routes()), { exclude: LOGINS }),
      FAILING,
    ),
    "everything is declared in such an `apply`, with `--replace` of the routes": run(
      routes(),
      goesOn(declaredLater(routes()), { replace: ROUTES }),
      FAILING,
    ),
  },
  "`destroy`": {
    "`--target` of the routes, on which module resources depend": run(
      routes(),
      fails(destroy({ target: ROUTES })),
    ),
    "`--target` of the routes, with `--target-dependents`": run(
      routes(),
      destroy({ target: ROUTES, targetDependents: true }),
    ),
    "`--target` of the module resources alone": run(routes(), destroy({ target: LOGINS })),
    "`--run-program` with `--target` of the module resources alone": run(
      routes(),
      destroy({ target: LOGINS }, routes()),
    ),
    "`--exclude-protected`, if the routes have `protect`, and their modules do not": run(
      onProtected,
      destroy({ excludeProtected: true }),
    ),
  },
  "`protect`, `retainOnDelete` and `deletedWith`": {
    "`protect` of the routes alone; then an `up` that removes both": run(
      onProtected,
      fails(up(edge("other"))),
      OTHER_EDGE,
    ),
    "`protect` of the routes alone; then `destroy`": run(onProtected, fails(destroy())),
    "`protect` of the routes and modules; then `destroy --exclude-protected`": run(
      routes({ onRoute: { protect: true }, onModule: { protect: true } }),
      destroy({ excludeProtected: true }),
    ),
    "`retainOnDelete` of the routes alone; then an `up` that removes both": run(
      onRetained,
      up(edge("other")),
      OTHER_EDGE,
    ),
    "`retainOnDelete` of the routes alone; then `destroy`": run(onRetained, destroy()),
    "`deletedWith` of each module; then `destroy`": run(
      routes({ byIdsWithDeletedWith: true }),
      destroy(),
    ),
  },
  "A program without any resource": {
    "an `up`": run(routes(), up(nothing)),
  },
};

/** Returns the run for a row. */
export const runOf = ({ group, use }: Pick<Row, "group" | "use">): Run | undefined =>
  runs[group]?.[use];

/** The rows that have a run, under their names in the page. */
export const carriedOut = Object.entries(runs).flatMap(([group, rows]) =>
  Object.keys(rows).map((use) => ({ group, use })),
);
