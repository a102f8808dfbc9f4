import { describe, expect, test } from "vitest";
import { EdgeIngressError, HttpError } from "../../src/core/client/errors";
import { ModuleOwnership } from "../../src/core/lifecycle/ownership/ownership";
import type { Owner, RunRecord, SharedKind } from "../../src/core/lifecycle/ownership/records";
import { lostText, missingText } from "../../src/core/lifecycle/ownership/texts";

const route = { path: "/edges/https/e/routes/r", name: "the route exact_path / on the edge e" };
const oauth = `${route.path}/oauth`;
const type = "HttpsEdgeRouteOAuth";

const it = test.extend("modules", () => new ModuleOwnership());

type Recorded = `${SharedKind} ${string}`;

const LOGIN = { type, identity: "urn:login", name: "login", isSameAccount: true };

/**
 * Returns the ownership of modules next to another process of the run, which has recorded these facts about a resource.
 */
const beside = (records: readonly Recorded[], by: RunRecord = LOGIN) =>
  new ModuleOwnership({
    add: () => undefined,
    find: (kind, path) => (records.includes(`${kind} ${path}`) ? by : undefined),
  });

/** Deletes a module, and returns the messages, and "sent" if the deletion is sent. */
async function deletion(modules: ModuleOwnership, path = oauth): Promise<string[]> {
  const done: string[] = [];
  const send = async () => done.push("sent");
  await modules.deleteModule(path, send, ({ severity, text }) => done.push(`${severity}: ${text}`));
  return done;
}

const ofLogin = "HttpsEdgeRouteOAuth login of this program configures it";
const leftOut =
  `warning: the module at ${oauth} is not deleted: ${ofLogin}, and this run leaves that resource out; ` +
  "run `pulumi up` for the whole program: the resource then adopts the module";

type Act = (modules: ModuleOwnership) => unknown;

/** The events of a run before the provider decides about a module. */
interface Run {
  /** The event in this process. */
  readonly act?: Act;
  /** The facts that another process of the run has recorded. */
  readonly records?: readonly Recorded[];
  /** The resource of these facts, if it is not `LOGIN`. */
  readonly by?: RunRecord;
}

/** Returns the ownership of modules in a run. */
function ownershipIn({ act = () => undefined, records = [], by }: Run): ModuleOwnership {
  const modules = beside(records, by);
  act(modules);
  return modules;
}

const registerLogin: Act = (modules) => modules.owners.register({ type }, [oauth], []);
const declareRoute: Act = (modules) => modules.declare(route);
const replaceRoute: Act = (modules) => modules.replace(route);
const failAgents: Act = (modules) => modules.fail({ type: "AgentIngress", name: "agents" });

const [stated, argument, covered] = [
  `stated ${oauth}`,
  `argument ${oauth}`,
  `covered ${oauth}`,
] as const;
const [declared, onRoute] = [`declared ${route.path}`, `object ${route.path}`] as const;
const ofAnother = { ...LOGIN, isSameAccount: false };

describe("a module", () => {
  const kept = `info: the module at ${oauth} is not deleted:`;

  const deletions: readonly (Run & {
    readonly title: string;
    /** The messages, and "sent" if the deletion is sent. */
    readonly done: readonly string[];
  })[] = [
    { title: "is deleted without a message if no resource configures it", done: ["sent"] },
    {
      title: "is kept if a resource configures it",
      done: [`${kept} a resource of type ${type} of this program configures it`],
      act: registerLogin,
    },
    {
      title: "is kept if a resource of another process configures it",
      done: [`${kept} ${ofLogin}`],
      records: [`configured ${oauth}`],
    },
    {
      title: "is kept if a resource of another account configures it",
      done: [`${kept} ${ofLogin}, with another API key`],
      records: [`configured ${oauth}`],
      by: ofAnother,
    },
    {
      title: "is kept without a message if its route is replaced",
      done: [],
      act: replaceRoute,
    },
    {
      title: "is kept without a message if another process replaces its route",
      done: [],
      records: [`replaced ${route.path}`],
    },
    {
      title: "is kept if the run leaves out its resource",
      done: [leftOut],
      records: [stated],
    },
    {
      title: "is kept if it is an argument of a route that the run leaves out",
      done: [leftOut],
      records: [argument],
    },
    {
      title:
        "is kept if it is an argument of a route that the program declares and the run leaves out",
      done: [leftOut],
      records: [argument, onRoute],
    },
    {
      title: "is kept if the run leaves out its resource and covers its route",
      done: [leftOut],
      act: declareRoute,
      records: [stated, argument],
    },
    {
      title: "is kept in an update whose program has its resource",
      done: [leftOut],
      records: [stated, covered, "program "],
    },
    {
      title: "is deleted in a destroy that covers its resource",
      done: ["sent"],
      records: [stated, covered],
    },
    {
      title: "is deleted if a route that the run covers has lost the argument",
      done: ["sent"],
      act: declareRoute,
      records: [argument],
    },
    {
      title: "is deleted if a route that another process covers has lost the argument",
      done: ["sent"],
      records: [argument, declared],
    },
  ];

  it.each(deletions)("$title", async ({ done, ...run }) => {
    const modules = ownershipIn(run);
    expect(await deletion(modules)).toEqual(done);
    expect(modules.listDeletedModules(route.path)).toEqual(done[0] === "sent" ? ["oauth"] : []);
  });

  it("of an edge does not go with a route of it that is replaced", async ({ modules }) => {
    modules.replace(route);
    expect(await deletion(modules, "/edges/https/e/mutual_tls")).toEqual(["sent"]);
  });

  const agents = "AgentIngress agents has failed in this run";
  const login = `${type} login has failed in this run`;

  const refusals: readonly (Run & { readonly title: string; readonly failed: string })[] = [
    {
      title: "is not deleted if a resource has failed",
      failed: agents,
      act: failAgents,
    },
    {
      title: "is not deleted if a resource has failed in another process",
      failed: login,
      records: ["failed "],
    },
    {
      title: "is not deleted if its route is replaced and a resource has failed",
      failed: agents,
      act: (modules) => [replaceRoute(modules), failAgents(modules)],
    },
  ];

  it.each(refusals)("$title", ({ failed, ...run }) => {
    expect(() => ownershipIn(run).requireComplete("the module", oauth)).toThrow(
      `the module is not deleted: ${failed}, and Pulumi has not registered what depends on it`,
    );
  });

  const permissions: readonly (Run & { readonly title: string })[] = [
    { title: "may be deleted if no resource has failed" },
    {
      title: "needs no complete run if another resource configures it, so that it stays",
      act: (modules) => [failAgents(modules), registerLogin(modules)],
    },
    {
      title: "needs no complete run if the run leaves out its resource, so that it stays",
      act: failAgents,
      records: [stated],
    },
  ];

  it.each(permissions)("$title", (run) => {
    expect(() => ownershipIn(run).requireComplete("the module", oauth)).not.toThrow();
  });

  const other = { type, identity: "urn:login2", name: "login2" };
  const ofRoute = { type: "HttpsEdgeRoute" };
  const configured: Recorded[] = [`configured ${oauth}`];
  const owned = (owner: Owner) => (modules: ModuleOwnership) =>
    modules.owners.register(owner, [oauth], []);

  const conflicts: readonly (Run & {
    readonly title: string;
    readonly owner: Owner;
    /** The resource that the problem names. */
    readonly namedOwner: string;
  })[] = [
    {
      title: "is refused to a resource if a resource of another type configures it",
      owner: { type },
      namedOwner: "a resource of type HttpsEdgeRoute",
      act: owned(ofRoute),
    },
    {
      title: "is refused to a resource if another resource of the type configures it",
      owner: other,
      namedOwner: "HttpsEdgeRouteOAuth login",
      act: owned(LOGIN),
    },
    {
      title: "is refused to a resource if a resource of another process configures it",
      owner: other,
      namedOwner: "HttpsEdgeRouteOAuth login",
      records: configured,
    },
  ];

  it.each(conflicts)("$title", ({ owner, namedOwner, ...run }) => {
    const problems = ownershipIn(run).owners.register(owner, ["/other", oauth], []);
    expect(problems).toEqual([
      `the module at ${oauth} is already configured by ${namedOwner}: remove one of the two`,
    ]);
  });

  const agreements: readonly (Run & { readonly title: string; readonly owner: Owner })[] = [
    {
      title: "is granted to a resource without a URN if one of the same type configures it",
      owner: ofRoute,
      act: owned(ofRoute),
    },
    { title: "is granted again to the same resource", owner: LOGIN, act: owned(LOGIN) },
    {
      title: "is granted to a resource if the first resource of the type has no URN",
      owner: LOGIN,
      act: owned({ type }),
    },
    {
      title: "is granted to a second resource of the type that has no URN",
      owner: { type },
      act: owned(LOGIN),
    },
    {
      title: "is granted to the same resource in another process",
      owner: LOGIN,
      records: configured,
    },
    {
      title: "is granted to a resource without a URN if one of another process configures it",
      owner: { type },
      records: configured,
    },
    {
      title:
        "is granted if a resource of another account has equal ids, which may be another object's",
      owner: other,
      records: configured,
      by: ofAnother,
    },
  ];

  it.each(agreements)("$title", ({ owner, ...run }) => {
    expect(ownershipIn(run).owners.register(owner, ["/other", oauth], [])).toEqual([]);
  });

  it.each([
    { position: "first", order: [true, false] },
    { position: "last", order: [false, true] },
  ])(
    "stays with the resource that has it in the state, if that is checked $position",
    ({ order }) => {
      const { owners } = new ModuleOwnership();
      const problems = order.map((isHolder) =>
        owners.register(isHolder ? LOGIN : other, [oauth], isHolder ? [oauth] : []),
      );
      const last = order[1] ? other : LOGIN;
      const problem = `the module at ${oauth} is already configured by HttpsEdgeRouteOAuth ${last.name}: remove one of the two`;
      expect(problems).toEqual([[], [problem]]);
      owners.requireNoOtherOwner(LOGIN, [oauth]);
      expect(() => owners.requireNoOtherOwner(other, ["/other", oauth])).toThrow(
        `the module at ${oauth} is already configured by HttpsEdgeRouteOAuth login: remove one of the two`,
      );
    },
  );

  it("stays with the resource of another process that has it in the state", () => {
    const { owners } = beside([`held ${oauth}`]);
    expect(owners.register(other, [oauth], [])).toHaveLength(1);
    expect(() => owners.requireNoOtherOwner(other, [oauth])).toThrow(
      "by HttpsEdgeRouteOAuth login: remove one",
    );
    owners.requireNoOtherOwner(LOGIN, [oauth]);
  });

  it("is changed by one at a time, in order, also after a failure", async ({ modules }) => {
    const done: string[] = [];
    const step = (name: string, fails = false) =>
      modules.exclusively(oauth, async () => {
        done.push(`${name} begins`);
        await new Promise((resolve) => setImmediate(resolve));
        done.push(`${name} ends`);
        if (fails) throw new Error(name);
        return name;
      });
    const results = await Promise.allSettled([step("one", true), step("two"), step("three")]);
    expect(done).toEqual([
      "one begins",
      "one ends",
      "two begins",
      "two ends",
      "three begins",
      "three ends",
    ]);
    expect(results.map(({ status }) => status)).toEqual(["rejected", "fulfilled", "fulfilled"]);
  });

  it("is left out if another process has stated it, and no resource of this one configures it", () => {
    const modules = beside([stated]);
    expect([modules.isLeftOut(oauth), modules.isLeftOut(`${route.path}/saml`)]).toEqual([
      true,
      false,
    ]);
    registerLogin(modules);
    expect(modules.isLeftOut(oauth)).toBe(false);
  });

  it("is lost by its object if that stays, and the program does not declare it", async ({
    modules,
  }) => {
    expect(modules.isLostByObject(oauth)).toBe(false);
    await deletion(modules);
    expect(modules.isLostByObject(oauth)).toBe(true);
    modules.end(route.path);
    expect(modules.isLostByObject(oauth)).toBe(false);
  });

  const declaredRoutes: readonly (Run & { readonly title: string })[] = [
    {
      title: "is not lost by an object that the program declares and the run covers",
      act: declareRoute,
    },
    {
      title: "is not lost by an object that the program declares and the run leaves out",
      records: [onRoute],
    },
  ];

  it.each(declaredRoutes)("$title", async (run) => {
    const modules = ownershipIn(run);
    await deletion(modules);
    expect([modules.isParentDeclared(oauth), modules.isLostByObject(oauth)]).toEqual([true, false]);
  });
});

describe("the processes of a run", () => {
  /** Returns the records that a process writes for other processes. */
  function recordsOf(act: (modules: ModuleOwnership) => void): unknown[][] {
    const records: unknown[][] = [];
    act(new ModuleOwnership({ add: (...what) => records.push(what), find: () => undefined }));
    return records;
  }

  it("learn of the first resource that has failed in one of them", () => {
    const failed = { type, name: "login" };
    const records = recordsOf((modules) => {
      modules.fail(failed);
      modules.fail({ type: "AgentIngress" });
    });
    expect(records).toEqual([["failed", "", failed]]);
  });

  it("receive each fact once, and no facts that concern only one process", () => {
    const owner = { type, identity: "urn:login" };
    const records = recordsOf((modules) => {
      modules.recordProgram();
      modules.recordProgram();
      modules.recordManaged([oauth]);
      modules.declare(route);
      modules.declare(route);
      modules.owners.register(owner, [oauth], []);
    });
    expect(records).toEqual([
      ["program", "", undefined],
      ["declared", route.path, undefined],
      ["configured", oauth, owner],
    ]);
  });

  const others: Recorded[] = ["program ", declared, `dropped ${oauth}`];

  it("know the facts that any of them has recorded, and the modules that this process drops and manages", () => {
    const modules = beside(others);
    modules.recordManaged([oauth]);
    modules.drop([`${route.path}/saml`]);
    expect({
      hasProgram: modules.hasProgram(),
      isRouteDeclared: modules.isParentDeclared(oauth),
      isDropped: {
        byAnotherProcess: modules.isDropped(oauth),
        byThisProcess: modules.isDropped(`${route.path}/saml`),
        byNone: modules.isDropped(`${route.path}/oidc`),
      },
      isManaged: { module: modules.isManaged(oauth), route: modules.isManaged(route.path) },
    }).toEqual({
      hasProgram: true,
      isRouteDeclared: true,
      isDropped: { byAnotherProcess: true, byThisProcess: true, byNone: false },
      isManaged: { module: true, route: false },
    });
  });

  it("know nothing that none of them has recorded", ({ modules }) => {
    expect([modules.hasProgram(), modules.isParentDeclared(oauth)]).toEqual([false, false]);
  });

  it("delete no object after a failure, and explain a missing argument by it", ({ modules }) => {
    modules.requireComplete("AgentIngress agents");
    expect(modules.missingReason()).toBeUndefined();
    const failed = beside(["failed "]);
    expect(() => failed.requireComplete("AgentIngress agents")).toThrow(
      /^AgentIngress agents is not deleted: HttpsEdgeRouteOAuth login has failed in this run, and .* run `pulumi up` again$/,
    );
    expect(failed.missingReason()).toBe(
      "is not known: HttpsEdgeRouteOAuth login has failed in this run, and this resource seems to depend on it",
    );
  });
});

describe("a route", () => {
  it("has lost the modules that were deleted from it, and none of another's", async ({
    modules,
  }) => {
    await deletion(modules);
    await deletion(modules, `${route.path}/webhook_verification`);
    await deletion(modules, `${route.path}2/jwt_validation`);
    expect(modules.listDeletedModules(route.path)).toEqual(["oauth", "webhook_verification"]);
  });

  const missing = new HttpError(`DELETE ${oauth}`, { status: 404, advice: "" });

  it.for<{ readonly title: string; readonly isLost: boolean; readonly error: Error }>([
    {
      title: "has lost a module if an earlier attempt has deleted it",
      isLost: true,
      error: missing.with({ mayBeProcessed: true }),
    },
    {
      title: "has lost a module if the response to its deletion was lost and it is gone",
      isLost: true,
      error: new HttpError(`DELETE ${oauth}`, { status: 500, advice: "" }),
    },
    {
      title: "has not lost a module if another party has deleted it",
      isLost: false,
      error: missing,
    },
    {
      title: "has not lost a module if its deletion was refused",
      isLost: false,
      error: new Error("refused"),
    },
  ])("$title", async ({ isLost, error }, { modules }) => {
    const send = () => Promise.reject(error);
    await expect(modules.deleteModule(oauth, send, () => undefined)).rejects.toBe(error);
    expect(modules.listDeletedModules(route.path)).toEqual([]);
    modules.confirmDeletion(oauth);
    expect(modules.listDeletedModules(route.path)).toEqual(isLost ? ["oauth"] : []);
  });

  it("is named in the error of a module that could not be set, by its path until it is declared", ({
    modules,
  }) => {
    const failure = () =>
      modules.explainUnprotected(oauth, new EdgeIngressError("refused")).message;
    expect(failure()).toBe(`refused; ${route.path} serves without oauth until that is fixed`);
    modules.declare(route);
    expect(failure()).toBe(`refused; ${route.name} serves without oauth until that is fixed`);
    const fault = new TypeError("a fault of the provider");
    expect(modules.explainUnprotected(oauth, fault)).toBe(fault);
  });

  it("is named, with its missing modules, in the messages of the provider at the end of a run", () => {
    expect(missingText("the route", ["oauth", "saml"])).toMatch(
      /^the route serves without oauth and saml: .*; run `pulumi up` for the whole program$/,
    );
    expect(lostText(oauth)).toMatch(
      /^the module at \/edges\S+\/oauth was deleted, .* serves without the module; declare the module again, /,
    );
  });
});

describe("the successor of an object", () => {
  const old = { ...route, urn: "urn:route" };
  const elsewhere = {
    path: "/edges/https/f/routes/r",
    name: "the other route",
    identityKey: "/there",
  };
  const unrelated = {
    path: "/edges/https/g/routes/r",
    name: "an unrelated route",
    identityKey: "/unrelated",
  };
  /** Returns the successor in a run that declares an unrelated route, and a successor elsewhere. */
  const successor = (
    modules: ModuleOwnership,
    identityKey: string,
    { path = route.path, urn = "" } = {},
  ) => {
    modules.declare(unrelated);
    modules.declare({ ...elsewhere, urn: urn || undefined });
    return modules.findSuccessor(path, identityKey)?.name;
  };

  it("is the object with its identity key", ({ modules }) => {
    expect(successor(modules, "/there")).toBe(elsewhere.name);
    expect(successor(modules, "/nowhere")).toBeUndefined();
    expect(successor(modules, "/there", { path: elsewhere.path })).toBeUndefined();
  });

  it("is the object with the identity key of its replacement, not with its former key, also after its deletion", ({
    modules,
  }) => {
    modules.replace(route, elsewhere);
    expect(successor(modules, "/unrelated")).toBe(elsewhere.name);
    modules.remove(route);
    expect(successor(modules, "/unrelated")).toBe(elsewhere.name);
  });

  it.for(["replace", "remove"] as const)(
    "is the object with its URN, whatever its identity key, after a %s",
    (change, { modules }) => {
      modules[change](old);
      expect(successor(modules, "/unrelated", { urn: old.urn })).toBe(elsewhere.name);
      expect(successor(modules, "/unrelated", { urn: "urn:other" })).toBe(unrelated.name);
    },
  );

  it("was not declared yet if only the comparison took it for that", ({ modules }) => {
    modules.declare(elsewhere);
    modules.declare(route);
    modules.replace(route, elsewhere);
    expect(modules.isParentDeclared(`${elsewhere.path}/oauth`)).toBe(false);
    expect(modules.findSuccessor(route.path, "/there")).toBeUndefined();
    modules.replace(route, route);
    expect(modules.isParentDeclared(oauth)).toBe(true);
  });
});
