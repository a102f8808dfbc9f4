import { expect, it } from "vitest";
import { send } from "../emulator/client";
import { preload } from "../support/preload";
import { ProviderProcess } from "../support/provider-process";
import type { Choice } from "./programs";
import { SmallEngine } from "./small-engine";
import { World } from "./world";

/** That the random lives notice what is lost. */

const nothing = { as: "nothing", name: "login", edge: "edge_1", form: 0 } as const;

const oneIngress: Choice = {
  plain: [1, 0, 0, 0],
  foreignLogin: 0,
  route: { form: 0, edge: "edge_1", retainsRemoved: false },
  login: nothing,
  tls: nothing,
  isMoved: false,
  hasTwin: false,
  replaced: [],
  deletedFirst: [],
};

it("accounts for the object whose create was under way at a kill, and for no other in its place", async () => {
  const world = await World.create({}, (baseUrl, apiKey) =>
    SmallEngine.create([
      () =>
        ProviderProcess.start({
          form: "dynamic",
          fresh: true,
          config: { baseUrl, apiKey },
          environment: { NODE_OPTIONS: preload("fast-clock", "fresh-runs") },
        }),
    ]),
  );
  try {
    await world.reset();
    world.emulator.addFault({ method: "POST", path: "/agent_ingresses", status: 403 });
    await world.up(oneIngress);
    await world.kill(true);
    expect(world.owned()).toHaveLength(1);
    expect(world.orphans()).toEqual([]);
    expect(world.emulator.remove(world.owned()[0] ?? "")).toBe(true);
    await send(world.emulator, "POST", "/agent_ingresses", { domain: "stray.example.com" });
    expect(world.orphans()).toEqual(world.owned());
    expect(world.owned()).toHaveLength(1);
  } finally {
    await world.close();
  }
});
