import { describe, expect, it } from "vitest";
import { EdgeIngressError, HttpError } from "../../src/core/client/errors";
import { ModuleOwnership } from "../../src/core/lifecycle/ownership";
import { lostText, missingText } from "../../src/core/lifecycle/ownership-texts";
import type { RecordKind, RunRecord } from "../../src/core/lifecycle/run-records";

const route = { path: "/edges/https/e/routes/r", name: "the route exact_path / on the edge e" };
const oauth = `${route.path}/oauth`;

/** Deletes a module; tells whether that was sent, and what was said. */
async function deletion(modules: ModuleOwnership, path = oauth) {
  const said: string[] = [];
  let isSent = false;
  const send = async () => {
    isSent = true;
  };
  await modules.deleteModule(path, send, ({ severity, text }) => said.push(`${severity}: ${text}`));
  return { isSent, said };
}

describe("a module", () => {
  it("is deleted when no resource asks for it, without a word", async () => {
    const modules = new ModuleOwnership();
    modules.registerOwner({ type: "HttpsEdgeRouteOAuth" }, [`${route.path}/webhook_verification`]);
    expect(await deletion(modules)).toEqual({ isSent: true, said: [] });
  });

  it("is kept when a resource of the same type asks for it, and a line says so", async () => {
    const modules = new ModuleOwnership();
    expect(modules.registerOwner({ type: "HttpsEdgeRouteOAuth" }, [oauth])).toEqual([]);
    expect(await deletion(modules)).toEqual({
      isSent: false,
      said: [
        `info: the module at ${oauth} is not deleted: a resource of type HttpsEdgeRouteOAuth of this program configures it`,
      ],
    });
    expect(modules.deletedModulesOf(route.path)).toEqual([]);
  });

  it("is kept without a word when its route is replaced, and goes with that", async () => {
    const modules = new ModuleOwnership();
    modules.replace(route);
    expect(await deletion(modules)).toEqual({ isSent: false, said: [] });
    expect(await deletion(modules, "/edges/https/e/mutual_tls")).toEqual({ isSent: true, said: [] });
  });

  it("is not deleted if the update of its route failed, unless a later one succeeds or a resource configures it", () => {
    const modules = new ModuleOwnership();
    modules.note("failed", route.path);
    expect(() => modules.requireDecided(oauth)).toThrow(
      `the module at ${oauth} is not deleted: its route could not be updated or replaced in this run, so another resource of the program ` +
        "may configure the module; run `pulumi up` again",
    );
    expect(() => modules.requireDecided("/edges/https/e/routes/other/oauth")).not.toThrow();
    modules.forget("failed", route.path);
    expect(() => modules.requireDecided(oauth)).not.toThrow();
    modules.note("failed", route.path);
    modules.registerOwner({ type: "HttpsEdgeRouteOAuth" }, [oauth]);
    expect(() => modules.requireDecided(oauth)).not.toThrow();
  });

  it.each([
    { known: "URN", urn: "urn:route", place: "/other" },
    { known: "place", urn: undefined, place: "/" },
  ])("is not deleted if what was to replace its route, known by its $known, could not be made", ({ urn, place }) => {
    const modules = new ModuleOwnership();
    modules.replace({ ...route, urn }, { ...route, path: "/edges/https/f/routes/r", place: "/" });
    modules.notCreated("urn:unrelated", "/unrelated");
    modules.notCreated(undefined, "/unrelated");
    expect(() => modules.requireDecided(oauth)).not.toThrow();
    modules.notCreated(urn, place);
    expect(() => modules.requireDecided(oauth)).toThrow("its route could not be updated or replaced in this run");
  });

  it("is a problem when another type asks for it, whichever comes first", () => {
    const modules = new ModuleOwnership();
    modules.registerOwner({ type: "HttpsEdgeRoute" }, [oauth]);
    const problem = `the module at ${oauth} is already configured by a resource of type HttpsEdgeRoute: remove one of the two`;
    expect(modules.registerOwner({ type: "HttpsEdgeRouteOAuth" }, ["/other", oauth])).toEqual([problem]);
    expect(modules.registerOwner({ type: "HttpsEdgeRoute" }, [oauth])).toEqual([]);
  });

  it("is a problem when another resource of the same type asks for it, as far as resources have URNs", () => {
    const modules = new ModuleOwnership();
    const owner = (name: string) => ({ type: "HttpsEdgeRouteOAuth", urn: `urn:${name}`, name });
    expect(modules.registerOwner(owner("login"), [oauth])).toEqual([]);
    expect(modules.registerOwner(owner("login"), [oauth])).toEqual([]);
    expect(modules.registerOwner(owner("login2"), [oauth])).toEqual([
      `the module at ${oauth} is already configured by HttpsEdgeRouteOAuth login: remove one of the two`,
    ]);
  });

  it("may be asked for by two resources of a type, one of which has no URN", () => {
    const type = "HttpsEdgeRouteOAuth";
    for (const [one, other] of [
      [{ type }, { type, urn: "urn:login" }],
      [{ type, urn: "urn:login" }, { type }],
    ] as const) {
      const modules = new ModuleOwnership();
      modules.registerOwner(one, [oauth]);
      expect(modules.registerOwner(other, [oauth])).toEqual([]);
    }
  });

  it("is the stack's own when its state has it", () => {
    const modules = new ModuleOwnership();
    modules.note("managed", oauth);
    expect(modules.knows("managed", oauth)).toBe(true);
    expect(modules.knows("managed", route.path)).toBe(false);
  });

  it("is changed by one at a time, in order, also after a failure", async () => {
    const modules = new ModuleOwnership();
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
    expect(done).toEqual(["one begins", "one ends", "two begins", "two ends", "three begins", "three ends"]);
    expect(results.map(({ status }) => status)).toEqual(["rejected", "fulfilled", "fulfilled"]);
  });
});

describe("what another process of the run has recorded", () => {
  /** A process whose only sibling has recorded these. */
  const beside = (records: Readonly<Record<string, Omit<RunRecord, "type">>>) =>
    new ModuleOwnership({
      add: () => undefined,
      find: (kind, path) => {
        const found = records[`${kind} ${path}`];
        return found && { type: "HttpsEdgeRouteOAuth", ...found };
      },
    });
  const sibling = { urn: "urn:login", name: "login", isSameAccount: true };

  it("keeps a module that a resource there configures", async () => {
    const modules = beside({ [`configured ${oauth}`]: sibling });
    expect(await deletion(modules)).toEqual({
      isSent: false,
      said: [`info: the module at ${oauth} is not deleted: HttpsEdgeRouteOAuth login of this program configures it`],
    });
  });

  it("keeps a module of another account, but refuses none: equal ids may be another object's", async () => {
    const modules = beside({ [`configured ${oauth}`]: { ...sibling, isSameAccount: false } });
    const owner = { type: "HttpsEdgeRouteOAuth", urn: "urn:login2", name: "login2" };
    expect(modules.registerOwner(owner, [oauth])).toEqual([]);
    const untouched = beside({ [`configured ${oauth}`]: { ...sibling, isSameAccount: false } });
    expect(await deletion(untouched)).toEqual({
      isSent: false,
      said: [expect.stringMatching(/: HttpsEdgeRouteOAuth login of this program configures it, with another API key$/)],
    });
  });

  it("refuses another resource on the same module, and not the same resource, or one without a URN", () => {
    const modules = () => beside({ [`configured ${oauth}`]: sibling });
    const type = "HttpsEdgeRouteOAuth";
    expect(modules().registerOwner({ type, urn: "urn:login2", name: "login2" }, [oauth])).toHaveLength(1);
    expect(modules().registerOwner({ type, urn: "urn:login", name: "login" }, [oauth])).toEqual([]);
    expect(modules().registerOwner({ type }, [oauth])).toEqual([]);
  });

  it("lets a module go with a route that is replaced there", async () => {
    const modules = beside({ [`replaced ${route.path}`]: sibling });
    expect(await deletion(modules)).toEqual({ isSent: false, said: [] });
  });

  it("keeps a module of a route that could not be replaced there", () => {
    const modules = beside({ [`replaced ${route.path}`]: sibling, [`kept ${route.path}`]: sibling });
    expect(() => modules.requireDecided(oauth)).toThrow("its route could not be updated or replaced in this run");
  });

  it("tells the others of a route that could not be replaced here", () => {
    const told: string[] = [];
    const modules = new ModuleOwnership({ add: (kind, path) => told.push(`${kind} ${path}`), find: () => undefined });
    modules.replace({ ...route, urn: "urn:route" });
    modules.notCreated("urn:route", undefined);
    expect(told).toEqual([`replaced ${route.path}`, `kept ${route.path}`]);
  });

  it("receives once what this process learns, and not what concerns this process alone", () => {
    const told: unknown[][] = [];
    const modules = new ModuleOwnership({ add: (...what) => told.push(what), find: () => undefined });
    const owner = { type: "HttpsEdgeRouteOAuth", urn: "urn:login" };
    modules.note("program", "");
    modules.note("managed", oauth);
    modules.declare(route);
    modules.declare(route);
    modules.registerOwner(owner, [oauth]);
    expect(told).toEqual([
      ["program", ""],
      ["declared", route.path],
      ["configured", oauth, owner],
    ]);
  });

  it("keeps a module in an update if a resource that has it is left out, and lets it go in a destroy", async () => {
    const records = { [`stated ${oauth}`]: sibling, [`covered ${oauth}`]: sibling };
    const update = await deletion(beside({ ...records, "program ": sibling }));
    expect(update.isSent).toBe(false);
    expect(update.said.join()).toContain("this run leaves that resource out");
    expect(await deletion(beside(records))).toEqual({ isSent: true, said: [] });
  });

  it("shows that a program runs, and what it declares", () => {
    const modules = beside({ "program ": sibling, [`declared ${route.path}`]: sibling });
    expect([modules.knows("program", ""), modules.isOnDeclared(oauth)]).toEqual([true, true]);
    const alone = new ModuleOwnership();
    expect([alone.knows("program", ""), alone.isOnDeclared(oauth)]).toEqual([false, false]);
  });
});

describe("a route", () => {
  const failing = (modules: ModuleOwnership, error: Error) => {
    const send = () => Promise.reject(error);
    return modules.deleteModule(oauth, send, () => undefined);
  };

  it("has lost the modules that were deleted from it, and none of another's", async () => {
    const modules = new ModuleOwnership();
    await deletion(modules);
    await deletion(modules, `${route.path}/webhook_verification`);
    await deletion(modules, `${route.path}2/jwt_validation`);
    expect(modules.deletedModulesOf(route.path)).toEqual(["oauth", "webhook_verification"]);
  });

  it.each([
    { by: "an earlier attempt", mayBeProcessed: true, lost: ["oauth"] },
    { by: "another party", mayBeProcessed: false, lost: [] },
  ])("has lost a module that is gone by the time of its deletion if $by has deleted it: $lost", async (gone) => {
    const modules = new ModuleOwnership();
    const error = new HttpError(`DELETE ${oauth}`, { status: 404, advice: "" }).with(gone);
    await expect(failing(modules, error)).rejects.toThrow("404");
    expect(modules.deletedModulesOf(route.path)).toEqual(gone.lost);
  });

  it("has not lost a module whose deletion failed", async () => {
    const modules = new ModuleOwnership();
    await expect(failing(modules, new Error("refused"))).rejects.toThrow("refused");
    expect(modules.deletedModulesOf(route.path)).toEqual([]);
  });

  it("is named in the error of a module that could not be set, by its path where nothing else is known", () => {
    const modules = new ModuleOwnership();
    const failure = () => modules.explainUnprotected(oauth, new EdgeIngressError("refused")).message;
    expect(failure()).toBe(`refused; ${route.path} serves without oauth until that is fixed`);
    modules.declare(route);
    expect(failure()).toBe(`refused; ${route.name} serves without oauth until that is fixed`);
    const fault = new TypeError("a fault of the provider");
    expect(modules.explainUnprotected(oauth, fault)).toBe(fault);
  });

  it("is named, with the modules that it lacks, in the texts that the provider tells at the end of a run", () => {
    expect(missingText("the route", ["oauth", "saml"])).toMatch(
      /^the route serves without oauth and saml: .*; run `pulumi up` for the whole program$/,
    );
    expect(lostText(oauth)).toMatch(
      /^the module at \/edges\S+\/oauth was deleted, .* serves without the module; to keep/,
    );
  });
});

describe("the successor of an object", () => {
  const old = { ...route, urn: "urn:route" };
  const elsewhere = { path: "/edges/https/f/routes/r", name: "the other route", place: "/there" };
  const unrelated = { path: "/edges/https/g/routes/r", name: "an unrelated route", place: "/unrelated" };
  /** A run that declares an unrelated route, and one elsewhere. */
  const declaring = (urn?: string, change: (modules: ModuleOwnership) => void = () => undefined) => {
    const modules = new ModuleOwnership();
    change(modules);
    modules.declare(unrelated);
    modules.declare({ ...elsewhere, urn });
    return (place: string, path = route.path) => modules.successorOf(path, place)?.name;
  };

  it("is the object at its place", () => {
    const successor = declaring();
    expect([successor("/there"), successor("/nowhere")]).toEqual([elsewhere.name, undefined]);
    expect(successor("/there", elsewhere.path)).toBeUndefined();
  });

  it("is the object at the place of what replaces it, in place of its own", () => {
    const successor = declaring(undefined, (modules) => modules.replace(route, elsewhere));
    expect(successor("/unrelated")).toBe(elsewhere.name);
    const removed = declaring(undefined, (modules) => {
      modules.replace(route, elsewhere);
      modules.remove(route);
    });
    expect(removed("/unrelated")).toBe(elsewhere.name);
  });

  it.each(["replace", "remove"] as const)("is the object with its URN, whatever its place, after a %s", (change) => {
    expect(declaring(old.urn, (modules) => modules[change](old))("/unrelated")).toBe(elsewhere.name);
    expect(declaring("urn:other", (modules) => modules[change](old))("/unrelated")).toBe(unrelated.name);
  });

  it("was not declared yet if only the comparison took it for that", () => {
    const modules = new ModuleOwnership();
    modules.declare(elsewhere);
    modules.declare(route);
    modules.replace(route, elsewhere);
    expect(modules.knows("declared", elsewhere.path)).toBe(false);
    expect(modules.successorOf(route.path, "/there")).toBeUndefined();
    modules.replace(route, route);
    expect(modules.knows("declared", route.path)).toBe(true);
  });
});

type Recorded = `${RecordKind} ${string}`;

describe("a module whose resource an engine option leaves out", () => {
  /** The program's process has recorded these. */
  const program = (...records: readonly Recorded[]) =>
    new ModuleOwnership({
      add: () => undefined,
      find: (kind, path) => (records.some((each) => each === `${kind} ${path}`) ? LOGIN : undefined),
    });
  const LOGIN = { type: "HttpsEdgeRouteOAuth", name: "login", isSameAccount: true };
  const kept = {
    isSent: false,
    said: [
      `warning: the module at ${oauth} is not deleted: HttpsEdgeRouteOAuth login of this program configures it, and this run ` +
        "leaves that resource out; run `pulumi up` for the whole program: the resource then adopts the module",
    ],
  };

  it("is known, and its route has not lost it", async () => {
    const modules = program(`stated ${oauth}`);
    expect([modules.isLeftOut(oauth), modules.isLeftOut(`${route.path}/saml`)]).toEqual([true, false]);
    const owned = program(`stated ${oauth}`);
    owned.registerOwner({ type: "HttpsEdgeRouteOAuth" }, [oauth]);
    expect(owned.isLeftOut(oauth)).toBe(false);
    await deletion(modules);
    expect(modules.deletedModulesOf(route.path)).toEqual([]);
  });

  it.each<[title: string, isKept: boolean, isDeclaredHere: boolean, ...records: Recorded[]]>([
    ["kept, with a warning", true, false, `stated ${oauth}`],
    ["kept if it is an argument of a route that the run leaves out", true, false, `argument ${oauth}`],
    ["kept if the program declares that route", true, false, `argument ${oauth}`, `object ${route.path}`],
    ["kept though the run covers its route", true, true, `stated ${oauth}`, `argument ${oauth}`],
    ["deleted if the run covers its resource", false, false, `stated ${oauth}`, `covered ${oauth}`],
    ["deleted if a route that the run covers has lost the argument", false, true, `argument ${oauth}`],
    ["deleted if another process covers such a route", false, false, `argument ${oauth}`, `declared ${route.path}`],
  ])("is %s", async (_, isKept, isDeclaredHere, ...records) => {
    const modules = program(...records);
    if (isDeclaredHere) modules.declare(route);
    expect(await deletion(modules)).toEqual(isKept ? kept : { isSent: true, said: [] });
  });

  it("is not deleted if a resource for a module of its kind could not be registered, unless the owner is known", () => {
    const unregistered = program("unregistered oauth");
    expect(() => unregistered.requireDecided(oauth)).toThrow(
      `the module at ${oauth} is not deleted: HttpsEdgeRouteOAuth login of this program may configure it, and could not be ` +
        "registered, because a resource that it depends on has failed; run `pulumi up` again",
    );
    expect(() => unregistered.requireDecided(`${route.path}/saml`)).not.toThrow();
    expect(() => program("unregistered oauth", `stated ${oauth}`).requireDecided(oauth)).not.toThrow();
  });

  it("is not deleted if the engine could not register its resource, and the error says why", () => {
    const modules = program("unregistered HttpsEdgeRoute");
    expect(() => modules.requireRegistered("HttpsEdgeRoute")).toThrow(
      /^nothing is deleted here: this program declares HttpsEdgeRouteOAuth login, which could not be registered, because/,
    );
    expect(() => modules.requireRegistered("AgentIngress")).not.toThrow();
  });

  it("was dropped if its object has given up the argument in this process or in another one", () => {
    const modules = program(`dropped ${oauth}`);
    modules.note("dropped", `${route.path}/saml`);
    expect(modules.knows("dropped", oauth)).toBe(true);
    expect(modules.knows("dropped", `${route.path}/saml`)).toBe(true);
    expect(modules.knows("dropped", `${route.path}/oidc`)).toBe(false);
  });

  it("is lost by its object if that stays, and the program does not declare it", async () => {
    const modules = program();
    expect(modules.isLostByObject(oauth)).toBe(false);
    await deletion(modules);
    expect(modules.isLostByObject(oauth)).toBe(true);
    modules.note("ended", route.path);
    expect(modules.isLostByObject(oauth)).toBe(false);
  });

  it("is not lost by its object if the program declares that, whether or not the run covers it", async () => {
    const covered = program();
    covered.declare(route);
    for (const modules of [covered, program(`object ${route.path}`)]) {
      await deletion(modules);
      expect(modules.isOnDeclared(oauth)).toBe(true);
      expect(modules.isLostByObject(oauth)).toBe(false);
    }
  });
});
