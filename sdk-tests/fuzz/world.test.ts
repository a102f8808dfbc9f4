import { afterEach, beforeEach, expect, it } from "vitest";
import { send } from "../emulator/client";
import { starting } from "./hosts";
import type { Choice } from "./programs";
import { SmallEngine } from "./small-engine";
import { World } from "./world";

/** Tests that the random lives detect lost objects. */

const nothing = { as: "nothing", name: "login", edge: "edge_1", form: 0 } as const;

const oneIngress: Choice = {
  plain: [1, 0, 0, 0, 0],
  foreignLogin: 0,
  route: { form: 0, edge: "edge_1", retainsRemoved: false, isRetained: false },
  login: nothing,
  tls: nothing,
  isMoved: false,
  hasTwin: false,
  isBeside: false,
  options: {},
  deletedFirst: [],
};

let world: World;

beforeEach(async () => {
  world = await World.create({}, (baseUrl, apiKey) =>
    SmallEngine.create([starting("dynamic", baseUrl, apiKey)]),
  );
  await world.reset();
});

afterEach(() => world.close());

it("an account covers the object whose create was under way at a kill, and no other object", async () => {
  world.emulator.addFault({ method: "POST", path: "/agent_ingresses", status: 403 });
  await world.up(oneIngress);
  await world.kill(true);
  expect(world.accounts.owned()).toHaveLength(1);
  expect(world.judge.orphans()).toEqual([]);
  expect(world.emulator.remove(world.accounts.owned()[0] ?? "")).toBe(true);
  await send(world.emulator, "POST", "/agent_ingresses", { domain: "stray.example.com" });
  expect(world.judge.orphans()).toEqual(world.accounts.owned());
  expect(world.accounts.owned()).toHaveLength(1);
});

it("the judge detects an object that two resources have, and an object that leaves the state but not the server", async () => {
  await world.up(oneIngress);
  const engine = world.engine as SmallEngine;
  const [path = ""] = world.accounts.owned();
  const ingress = engine.state.get("ingress");
  if (ingress) engine.state.set("other", ingress);
  expect(world.accounts.shared()).toEqual([path]);
  engine.refresh = async () => {
    engine.errors.push(`GET ${path} answered 404`);
    engine.state.clear();
    return true;
  };
  await world.refresh();
  expect(world.judge.broken).toEqual([`dropped ${path}`]);
});
