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

/** Returns the ownership of modules after an act in this process, next to another process with such records. */
function known(act: Act, records: readonly Recorded[] = [], by?: RunRecord): ModuleOwnership {
  const modules = beside(records, by);
  act(modules);
  return modules;
}

const nothing: Act = () => undefined;
const asks: Act = (modules) => modules.owners.register({ type }, [oauth], []);
const declares: Act = (modules) => modules.declare(route);
const replaces: Act = (modules) => modules.replace(route);
const fails: Act = (modules) => modules.fail({ type: "AgentIngress", name: "agents" });

const [stated, argument, covered] = [
  `stated ${oauth}`,
  `argument ${oauth}`,
  `covered ${oauth}`,
] as const;
const [declared, onRoute] = [`declared ${route.path}`, `object ${route.path}`] as const;
const ofAnother = { ...LOGIN, isSameAccount: false };

describe("a module", () => {
  const kept = `info: the module at ${oauth} is not deleted:`;

  it.each<[title: string, done: string[], Act, records?: Recorded[], by?: RunRecord]>([
    ["deleted when no resource asks for it, without a word", ["sent"], nothing],
    [
      "kept when a resource asks for it",
      [`${kept} a resource of type ${type} of this program configures it`],
      asks,
    ],
    [
      "kept when one of another process does",
      [`${kept} ${ofLogin}`],
      nothing,
      [`configured ${oauth}`],
    ],
    [
      "kept for another account",
      [`${kept} ${ofLogin}, with another API key`],
      nothing,
      [`configured ${oauth}`],
      ofAnother,
    ],
    ["kept without a word when its route is replaced", [], replaces],
    [
      "kept without a word when another process replaces its route",
      [],
      nothing,
      [`replaced ${route.path}`],
    ],
    ["kept if the run leaves out its resource", [leftOut], nothing, [stated]],
    [
      "kept if it is an argument of a route that the run leaves out",
      [leftOut],
      nothing,
      [argument],
    ],
    ["kept if the program declares that route", [leftOut], nothing, [argument, onRoute]],
    ["kept though the run covers its route", [leftOut], declares, [stated, argument]],
    [
      "kept in an update whose program has its resource",
      [leftOut],
      nothing,
      [stated, covered, "program "],
    ],
    ["deleted in a destroy that covers its resource", ["sent"], nothing, [stated, covered]],
    [
      "deleted if a route that the run covers has lost the argument",
      ["sent"],
      declares,
      [argument],
    ],
    ["deleted if another process covers such a route", ["sent"], nothing, [argument, declared]],
  ])("is %s, and is lost by its route if it is deleted", async (_, done, act, records, by) => {
    const modules = known(act, records, by);
    expect(await deletion(modules)).toEqual(done);
    expect(modules.listDeletedModules(route.path)).toEqual(done[0] === "sent" ? ["oauth"] : []);
  });

  it("of an edge does not go with a route of it that is replaced", async ({ modules }) => {
    modules.replace(route);
    expect(await deletion(modules, "/edges/https/e/mutual_tls")).toEqual(["sent"]);
  });

  const agents = "AgentIngress agents has failed in this run";
  const login = `${type} login has failed in this run`;

  it.each<[title: string, error: string, Act, records?: Recorded[]]>([
    ["refused if a resource has failed", agents, fails],
    ["refused if a resource has failed in another process", login, nothing, ["failed "]],
    ["refused if its route is replaced", agents, (modules) => [replaces(modules), fails(modules)]],
    ["allowed if no resource has failed", "", nothing],
    [
      "allowed if another resource configures it, and it stays",
      "",
      (modules) => [fails(modules), asks(modules)],
    ],
    ["allowed if the run leaves out its resource, and it stays", "", fails, [stated]],
  ])("has a deletion that is %s", (_, error, act, records) => {
    const decide = () => known(act, records).requireComplete("the module", oauth);
    if (error === "") decide();
    else
      expect(decide).toThrow(
        `the module is not deleted: ${error}, and Pulumi has not registered what depends on it`,
      );
  });

  const other = { type, identity: "urn:login2", name: "login2" };
  const ofRoute = { type: "HttpsEdgeRoute" };
  const configured: Recorded[] = [`configured ${oauth}`];
  const owned = (owner: Owner) => (modules: ModuleOwnership) =>
    modules.owners.register(owner, [oauth], []);

  it.each<[title: string, by: string, owner: Owner, Act, records?: Recorded[], by?: RunRecord]>([
    [
      "a problem when another type has it",
      "a resource of type HttpsEdgeRoute",
      { type },
      owned(ofRoute),
    ],
    ["none for one of the same type without a URN", "", ofRoute, owned(ofRoute)],
    ["none for the same resource", "", LOGIN, owned(LOGIN)],
    [
      "a problem for another resource of the type",
      "HttpsEdgeRouteOAuth login",
      other,
      owned(LOGIN),
    ],
    ["none if the first of a type has no URN", "", LOGIN, owned({ type })],
    ["none if the second of a type has no URN", "", { type }, owned(LOGIN)],
    [
      "a problem if one of another process has it",
      "HttpsEdgeRouteOAuth login",
      other,
      nothing,
      configured,
    ],
    ["none for the same resource in another process", "", LOGIN, nothing, configured],
    ["none for one without a URN beside another process", "", { type }, nothing, configured],
    [
      "none beside another account: equal ids may be another object's",
      "",
      other,
      nothing,
      configured,
      ofAnother,
    ],
  ])("that a resource asks for is %s", (_, problemBy, owner, act, records, by) => {
    const problem = `the module at ${oauth} is already configured by ${problemBy}: remove one of the two`;
    const problems = known(act, records, by).owners.register(owner, ["/other", oauth], []);
    expect(problems).toEqual(problemBy === "" ? [] : [problem]);
  });

  it.each([
    ["first", [true, false]],
    ["last", [false, true]],
  ])("stays with the resource that has it in the state, if that is checked %s", (_, order) => {
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
  });

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
    asks(modules);
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

  it.each<[title: string, Act, records?: Recorded[]]>([
    ["covers", declares],
    ["leaves out", nothing, [onRoute]],
  ])(
    "is not lost by an object that the program declares and the run %s",
    async (_, act, records) => {
      const modules = known(act, records);
      await deletion(modules);
      expect([modules.isParentDeclared(oauth), modules.isLostByObject(oauth)]).toEqual([
        true,
        false,
      ]);
    },
  );
});

describe("the processes of a run", () => {
  /** Returns the records that a process writes for other processes. */
  function told(act: (modules: ModuleOwnership) => void): unknown[][] {
    const records: unknown[][] = [];
    act(new ModuleOwnership({ add: (...what) => records.push(what), find: () => undefined }));
    return records;
  }

  it("learn of the first resource that has failed in one of them", () => {
    const failed = { type, name: "login" };
    const records = told((modules) => {
      modules.fail(failed);
      modules.fail({ type: "AgentIngress" });
    });
    expect(records).toEqual([["failed", "", failed]]);
  });

  it("receive each fact once, and no facts that concern only one process", () => {
    const owner = { type, identity: "urn:login" };
    const records = told((modules) => {
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

  it.each<[title: string, isKnown: boolean, look: (modules: ModuleOwnership) => boolean]>([
    ["that a program runs", true, (modules) => modules.hasProgram()],
    ["that the program declares an object", true, (modules) => modules.isParentDeclared(oauth)],
    ["a module that another process has dropped", true, (modules) => modules.isDropped(oauth)],
    [
      "a module that this process has dropped",
      true,
      (modules) => modules.isDropped(`${route.path}/saml`),
    ],
    ["no other module", false, (modules) => modules.isDropped(`${route.path}/oidc`)],
    ["a module that this process has in the state", true, (modules) => modules.isManaged(oauth)],
    ["no module of an object", false, (modules) => modules.isManaged(route.path)],
  ])("know %s", (_, isKnown, look) => {
    const modules = beside(others);
    modules.recordManaged([oauth]);
    modules.drop([`${route.path}/saml`]);
    expect(look(modules)).toBe(isKnown);
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

  it.for<[boolean, string, Error]>([
    [true, "an earlier attempt has deleted it", missing.with({ mayBeProcessed: true })],
    [true, "the response was lost", new HttpError(`DELETE ${oauth}`, { status: 500, advice: "" })],
    [false, "another party has deleted it", missing],
    [false, "the deletion was refused", new Error("refused")],
  ])(
    "has lost a module that is gone after a failed deletion: %s, if %s",
    async ([isLost, , error], { modules }) => {
      const send = () => Promise.reject(error);
      await expect(modules.deleteModule(oauth, send, () => undefined)).rejects.toBe(error);
      expect(modules.listDeletedModules(route.path)).toEqual([]);
      modules.confirmDeletion(oauth);
      expect(modules.listDeletedModules(route.path)).toEqual(isLost ? ["oauth"] : []);
    },
  );

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
