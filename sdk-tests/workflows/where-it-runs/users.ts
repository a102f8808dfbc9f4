import { execFileSync, spawnSync } from "node:child_process";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "vitest";
import { Place } from "../../support/place";
import { asUser, giveTo, lacksOtherUsers, UNNAMED_ID } from "../../support/unnamed-user";
import { type Row, shortLife } from "../../support/where-it-runs";

const OTHER_ID = 12_346;

/** Runs commands with an id of a user namespace, like Podman. */
const NAMESPACE = ["unshare", "--user", "--map-user=4711", "--map-group=4711"];

function lacksNamespaces(): string | false {
  const [command = "", ...args] = [...NAMESPACE, "true"];
  return spawnSync(command, args).status !== 0 && "this machine makes no user namespaces";
}

export const users: readonly Row[] = [
  {
    place: "A user id without a name",
    life: "whole",
    lacks: lacksOtherUsers,
    run: async (emulator) => {
      await using place = await Place.create(emulator, { wrap: asUser(UNNAMED_ID) });
      giveTo(UNNAMED_ID, place);
      expect(await place.liveFully()).not.toMatch(/warning:/);
    },
  },
  shortLife(
    "A user id of a user namespace, as in Podman",
    { wrap: NAMESPACE, environment: { USER: "somebody" } },
    undefined,
    lacksNamespaces,
  ),
  shortLife("`HOME` and `USER` not set", { environment: { HOME: undefined, USER: undefined } }),
  shortLife("A `HOME` that does not exist", {
    environment: { HOME: join(tmpdir(), "missing", "home") },
  }),
  {
    place: "Another user installs the plugin that has run before",
    life: "other",
    lacks: lacksOtherUsers,
    run: async (emulator) => {
      await using place = await Place.create(emulator, { wrap: asUser(OTHER_ID) });
      const plugin = `${place.project.folder}/node_modules/pulumi-edge-ingress/plugin/pulumi-resource-edge-ingress`;
      execFileSync(plugin, ["127.0.0.1:1"], {
        input: "",
        env: { ...process.env, NODE_COMPILE_CACHE: undefined },
      });
      giveTo(OTHER_ID, place);
      execFileSync("chown", ["-R", "root:root", `${place.project.folder}/node_modules`]);
      expect(await place.edgeIngress(["plugin", "install"])).toContain("installing");
    },
  },
];
