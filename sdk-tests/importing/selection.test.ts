import { describe, expect, it } from "vitest";
import { objectKey } from "../../src/account/account";
import { parseNamedEntry } from "../../src/account/ids/named-objects";
import { type ReadJob, selectObjects } from "../../src/cli/import/selection";
import { agentIngress, httpsEdgeRoute } from "../../src/core/definitions";
import type { ModuleStyle } from "../../src/importing/modules";
import { accountObject } from "../support/account-objects";

/** The objects that an import selects from an account. */

const ingress = accountObject(agentIngress, "agin_1", { domain: "a.example.com" });
const route = accountObject(httpsEdgeRoute, "rt_1", {
  ...{ edgeId: "e_1", matchType: "exact_path", match: "/a" },
  ...{ oauth: { provider: { provider1: {} } }, webhookVerification: { provider: "github" } },
});

const INGRESS = "AgentIngress agin_1";
const ROUTE = "HttpsEdgeRoute rt_1";
const OAUTH = "HttpsEdgeRouteOAuth e_1/rt_1";
const WEBHOOK = "HttpsEdgeRouteWebhookVerification e_1/rt_1";

interface Selection {
  readonly include?: readonly string[];
  readonly exclude?: readonly string[];
  readonly onlyIds?: true;
  readonly modules?: ModuleStyle;
  /** Keys of named objects. */
  readonly ids?: readonly string[];
  /** Keys of the objects that this stack manages. */
  readonly managed?: readonly string[];
  /** Names of other stacks, by the keys of the objects that they manage. */
  readonly elsewhere?: Readonly<Record<string, string>>;
  /** Keys of the objects that an interrupted run declared. */
  readonly earlier?: readonly string[];
}

/** The import of an account with an ingress and a route with two modules. */
function jobOf({ include = [], exclude = [], onlyIds, ...selection }: Selection): ReadJob {
  const { ids = [], managed = [], elsewhere = {}, earlier } = selection;
  return {
    flags: { include, exclude, onlyIds },
    ids: ids.map((key) =>
      key.startsWith("route ") ? parseNamedEntry("route", key.slice(6)) : { key },
    ),
    objects: [ingress, route],
    stack: { managed: new Set(managed) },
    otherStacks: { managers: new Map(Object.entries(elsewhere)), notes: [] },
    earlier: earlier && { names: Object.fromEntries(earlier.map((key) => [key, "a"])) },
  } as unknown as ReadJob;
}

/** The keys of the objects that are selected and left out. */
function select({ modules = "inline", ...selection }: Selection) {
  const { selected, leftOut } = selectObjects(jobOf(selection), modules);
  return { selected: selected.map(objectKey), leftOut: leftOut.map(objectKey) };
}

describe("patterns select modules that are resources by their routes and by themselves", () => {
  it.each<[Selection, string[]]>([
    [{}, [INGRESS, ROUTE, WEBHOOK, OAUTH]],
    [{ exclude: ["*OAuth"] }, [INGRESS, ROUTE, WEBHOOK]],
    [{ exclude: [OAUTH] }, [INGRESS, ROUTE, WEBHOOK]],
    [{ include: ["*OAuth"] }, [OAUTH]],
    [{ include: ["*OAuth", "agin_1"] }, [INGRESS, OAUTH]],
    [{ include: ["rt_1"] }, [ROUTE, WEBHOOK, OAUTH]],
    [{ include: ["/a"], exclude: ["*Verification"] }, [ROUTE, OAUTH]],
    [{ exclude: ["HttpsEdgeRoute"] }, [INGRESS]],
    [{ include: ["*OAuth"], exclude: ["HttpsEdgeRoute"] }, []],
    [{ include: ["*OAuth"], managed: [ROUTE] }, []],
  ])("%j", (selection, selected) => {
    expect(select({ ...selection, modules: "resources" }).selected).toEqual(selected);
  });
});

describe("a module is a resource if it is selected without its route", () => {
  it.each<[Selection, string[]]>([
    [{}, [INGRESS, ROUTE]],
    [{ include: ["*OAuth"] }, [OAUTH]],
    [{ include: ["*OAuth", "HttpsEdgeRoute"] }, [ROUTE]],
    [{ exclude: ["*OAuth"] }, [INGRESS, ROUTE]],
    [{ exclude: ["HttpsEdgeRoute"] }, [INGRESS]],
    [{ onlyIds: true, ids: [OAUTH] }, [OAUTH]],
    [{ onlyIds: true, ids: ["route e_1/rt_1"] }, [ROUTE]],
    [{ managed: [OAUTH] }, [INGRESS, ROUTE]],
    [{ managed: [ROUTE] }, [INGRESS]],
    [{ earlier: [OAUTH] }, [OAUTH]],
    [{ earlier: [ROUTE], exclude: ["HttpsEdgeRoute"] }, [ROUTE]],
  ])("%j", (selection, selected) => {
    expect(select(selection).selected).toEqual(selected);
  });
});

describe("objects of another stack are left out, unless the user names them", () => {
  const elsewhere = { [INGRESS]: "eu", [ROUTE]: "eu" };

  it.each<{ title: string; selection: Selection; selected: string[]; leftOut: string[] }>([
    { title: "a route with its modules", selection: {}, selected: [], leftOut: [INGRESS, ROUTE] },
    {
      title: "a route that does not match",
      selection: { include: ["agin_*"] },
      selected: [],
      leftOut: [INGRESS],
    },
    {
      title: "a named route",
      selection: { ids: ["route e_1/rt_1"] },
      selected: [ROUTE],
      leftOut: [INGRESS],
    },
    {
      title: "an id of --include",
      selection: { include: ["agin_1", "rt_*"] },
      selected: [INGRESS],
      leftOut: [ROUTE],
    },
    {
      title: "a type and an id of --include",
      selection: { include: [INGRESS] },
      selected: [INGRESS],
      leftOut: [],
    },
    {
      title: "a named module",
      selection: { ids: [OAUTH] },
      selected: [OAUTH],
      leftOut: [INGRESS, ROUTE],
    },
    {
      title: "a module of --include",
      selection: { include: [OAUTH, "HttpsEdgeRoute"] },
      selected: [OAUTH],
      leftOut: [ROUTE],
    },
    {
      title: "a route in another stack than its module",
      selection: { elsewhere: { [OAUTH]: "eu" } },
      selected: [INGRESS, ROUTE],
      leftOut: [OAUTH],
    },
    {
      title: "a module with its named route",
      selection: { elsewhere: { [OAUTH]: "eu" }, include: ["rt_1"] },
      selected: [ROUTE, OAUTH],
      leftOut: [],
    },
  ])("$title", ({ selection, selected, leftOut }) => {
    expect(select({ elsewhere, ...selection })).toEqual({ selected, leftOut });
  });

  it("an interrupted run does not declare a module of another stack as an argument of its route", () => {
    const selection = { earlier: [ROUTE], elsewhere: { [OAUTH]: "eu" } };
    const [{ outputs } = ingress] = selectObjects(jobOf(selection), "inline").selected;
    expect(outputs).toHaveProperty("webhookVerification");
    expect(outputs).not.toHaveProperty("oauth");
  });

  it("as resources, the modules of a route are left out with the route", () => {
    const { selected, leftOut } = select({ elsewhere, modules: "resources" });
    expect(selected).toEqual([]);
    expect(leftOut).toEqual([INGRESS, ROUTE, WEBHOOK, OAUTH]);
  });
});
