import { describe, expect, it } from "vitest";
import { ModuleOwnership } from "../../src/core/lifecycle/ownership/ownership";
import { type Owner, Records, type RunRecord } from "../../src/core/lifecycle/ownership/records";
import { leftText } from "../../src/core/lifecycle/ownership/texts";

const route = { path: "/edges/https/e/routes/r", name: "the route exact_path / on the edge e" };
const oauth = `${route.path}/oauth`;
const LOGIN: Owner = { type: "HttpsEdgeRouteOAuth", identity: "urn:login", name: "login" };
const OTHER: Owner = { type: "HttpsEdgeRouteOAuth", identity: "urn:other", name: "other" };

/** The records of a process next to another process, with the owners that this process has shared. */
function besideProcess(recordedElsewhere?: RunRecord) {
  const shared: (Owner | undefined)[] = [];
  const records = new Records({
    add: (_kind, _path, owner) => shared.push(owner),
    find: () => recordedElsewhere,
  });
  return { records, shared };
}

describe("the record of a resource", () => {
  it.each<{ outcome: "stays" | "is replaced"; content: string; later: Owner | undefined }>([
    { outcome: "stays", content: "the same resource", later: { ...LOGIN } },
    { outcome: "stays", content: "no resource", later: undefined },
    {
      outcome: "is replaced",
      content: "another type",
      later: { ...LOGIN, type: "HttpsEdgeRoute" },
    },
    { outcome: "is replaced", content: "another identity", later: { ...LOGIN, identity: "urn:2" } },
    { outcome: "is replaced", content: "another name", later: { ...LOGIN, name: "other" } },
  ])(
    "$outcome if a later record has $content, and only a replacement is shared",
    ({ outcome, later }) => {
      const { records, shared } = besideProcess();
      records.add("configured", oauth, LOGIN);
      records.add("configured", oauth, later);
      const isReplaced = outcome === "is replaced";
      expect(records.find("configured", oauth)).toMatchObject(isReplaced ? { ...later } : LOGIN);
      expect(shared).toEqual(isReplaced ? [LOGIN, later] : [LOGIN]);
    },
  );

  it("shows whether it is of another process", () => {
    const recorded = { ...LOGIN, isSameAccount: true };
    const { records } = besideProcess(recorded);
    expect(records.find("configured", oauth)).toEqual({ ...recorded, isOfThisProcess: false });
    expect(records.find("managed", oauth)).toBeUndefined();
  });

  it("hides the record of another process", () => {
    const { records } = besideProcess({ ...LOGIN, isSameAccount: false });
    records.add("configured", oauth, OTHER);
    expect(records.find("configured", oauth)).toEqual({
      ...OTHER,
      isSameAccount: true,
      isOfThisProcess: true,
    });
  });

  it("has no type if it names no resource", () => {
    const { records } = besideProcess();
    records.add("declared", route.path);
    expect(records.find("declared", route.path)).toEqual({
      type: "",
      isSameAccount: true,
      isOfThisProcess: true,
    });
  });
});

describe("the owner of a module", () => {
  it("is the first of two resources that configure the module if no state has it", () => {
    const { owners } = new ModuleOwnership();
    expect(owners.register(LOGIN, [oauth], [])).toEqual([]);
    expect(owners.register(OTHER, [oauth], [])).toEqual([
      `the module at ${oauth} is already configured by HttpsEdgeRouteOAuth login: remove one of the two`,
    ]);
    expect(owners.findOwner(oauth)).toMatchObject(LOGIN);
  });

  it("is the first of two resources that have the module in the state", () => {
    const { owners } = new ModuleOwnership();
    owners.recordInState(LOGIN, [oauth]);
    owners.recordInState(OTHER, [oauth]);
    owners.requireNoOtherOwner(LOGIN, [oauth]);
    expect(() => owners.requireNoOtherOwner(OTHER, [oauth])).toThrow(
      `the module at ${oauth} is already configured by HttpsEdgeRouteOAuth login`,
    );
  });
});

it("a module is kept for its object if the run replaces the object", () => {
  const modules = new ModuleOwnership();
  expect(modules.keepReason(oauth)).toBeUndefined();
  modules.replace(route);
  expect(modules.keepReason(oauth)).toEqual({ keptFor: "replaced-parent" });
});

it("the successor of an object that stays is the object with the same identity key, whatever its URN", () => {
  const modules = new ModuleOwnership();
  const place = { path: "/edges/https/f/routes/r", identityKey: "/there", urn: "urn:elsewhere" };
  modules.declare({ ...place, name: "the route elsewhere" });
  expect(modules.findSuccessor(route.path, "/there")).toMatchObject(place);
  expect(modules.findSuccessor(route.path, "/nowhere")).toBeUndefined();
});

it("the warning of a module that was left to its route names the path and the next steps", () => {
  expect(leftText(oauth)).toMatch(
    /^the module at \/edges\/https\/e\/routes\/r\/oauth was left to its route, .* if the route still exists, the module is still configured, .*; import the module, or delete it at the service$/,
  );
});
