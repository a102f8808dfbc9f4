import { cp, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { CustomResourceOptions } from "@pulumi/pulumi";
import { beforeEach, describe, expect } from "vitest";
import { version as own } from "../../package.json";
import type { Emulator } from "../../src/emulator";
import { withEmulator } from "../support/fixtures";
import { folderOfTest } from "../support/folders";
import { FORMS } from "../support/forms";
import { changesIn, modulesIn, provider, routeOn, webhook } from "../support/moving-modules";
import {
  HttpsEdgeMutualTls,
  HttpsEdgeRoute,
  HttpsEdgeRouteOAuth,
  HttpsEdgeRouteWebhookVerification,
  HttpsEdgeTlsTermination,
  Provider,
  TcpEdgeBackend,
} from "../support/program";
import { failureText, type Program, TestStack } from "../support/stack";

/**
 * Tests of runs in which the engine starts more than one process of the provider: the first has the old resources, and
 * deletes them, the second has the new resources, for the same modules. The modules of the program are never off.
 */

/** Module resources, each of which moves in a different way in the next program. */
const deployed =
  (opts: CustomResourceOptions = {}) =>
  async () => {
    new HttpsEdgeMutualTls(
      "clients",
      { edgeId: "e_renamed", certificateAuthorityIds: ["ca_1"] },
      opts,
    );
    new TcpEdgeBackend("replaced-on-change", { edgeId: "e_change", backendId: "bkd_1" }, opts);
    new HttpsEdgeTlsTermination("replaced-by-flag", { edgeId: "e_flag", minVersion: "1.2" }, opts);
    const admin = new HttpsEdgeRoute("admin", routeOn("e_login"), opts);
    new HttpsEdgeRouteOAuth("login", { route: admin, provider }, opts);
    const inline = new HttpsEdgeRoute("inline", routeOn("e_inline"), opts);
    new HttpsEdgeRouteWebhookVerification("signed", { route: inline, ...webhook }, opts);
    const moved = new HttpsEdgeRoute("moved", routeOn("e_from"), opts);
    new HttpsEdgeRouteOAuth("on-moved", { route: moved, provider }, opts);
    new HttpsEdgeMutualTls("goes", { edgeId: "e_goes", certificateAuthorityIds: ["ca_1"] }, opts);
  };

const rearranged =
  (opts: CustomResourceOptions = {}) =>
  async () => {
    new HttpsEdgeMutualTls(
      "clients2",
      { edgeId: "e_renamed", certificateAuthorityIds: ["ca_1"] },
      opts,
    );
    const replaceOnChanges = ["backendId"];
    const changed = { edgeId: "e_change", backendId: "bkd_2" };
    new TcpEdgeBackend("replaced-on-change", changed, { ...opts, replaceOnChanges });
    new HttpsEdgeTlsTermination("replaced-by-flag", { edgeId: "e_flag", minVersion: "1.2" }, opts);
    const admin = new HttpsEdgeRoute("admin", routeOn("e_login"), opts);
    new HttpsEdgeRouteOAuth("login2", { route: admin, provider }, opts);
    new HttpsEdgeRoute("inline", routeOn("e_inline", { webhookVerification: webhook }), opts);
    const moved = new HttpsEdgeRoute("moved", routeOn("e_to"), opts);
    new HttpsEdgeRouteOAuth("on-moved2", { route: moved, provider }, opts);
  };

const KEPT = [
  "e_change backend",
  "e_flag tls_termination",
  "e_inline webhook_verification",
  "e_login oauth",
  "e_renamed mutual_tls",
  "e_to oauth",
];

const it = withEmulator({ apiKeys: { "local-api-key": "local", "key-of-other": "other" } });
let stack: TestStack;

const deletionsIn = (emulator: Emulator): string[] =>
  changesIn(emulator).filter((request) => request.startsWith("DELETE "));

/**
 * Runs the second program, and expects that no protection was deleted meanwhile, and that all modules exist afterwards.
 */
async function expectProtected(emulator: Emulator, program: Program): Promise<void> {
  const replace = [(await stack.urns()).get("replaced-by-flag") ?? ""];
  emulator.clearRequests();
  await stack.up(program, { replace });
  expect(deletionsIn(emulator)).toEqual(["DELETE e_from/routes/{id}", "DELETE e_goes/mutual_tls"]);
  expect(modulesIn(emulator)).toEqual(KEPT);
}

/** A copy of the plugin that reports another version. */
async function copyOfPlugin(version: string): Promise<string> {
  const folder = folderOfTest();
  await cp(PLUGIN, folder, { recursive: true });
  const file = join(folder, "plugin.cjs");
  const text = (await readFile(file, "utf8")).replaceAll(`\`${own}\``, `\`${version}\``);
  await writeFile(file, text);
  return folder;
}

const PLUGIN = join(__dirname, "../../plugin");

it.beforeEach(async ({ emulator }) => {
  emulator.reset();
  stack = await TestStack.create(emulator);
  return () => stack[Symbol.asyncDispose]();
});

it("the move to the plugin keeps every module, whatever else the program rearranges in the same update", async ({
  emulator,
}) => {
  await stack.up(deployed());
  await stack.setConfig("edge-ingress:plugin", "true");
  await expectProtected(emulator, rearranged());
  expect((await stack.preview(rearranged(), { refresh: true })).steps).toEqual([]);
});

describe("another version of the plugin", () => {
  beforeEach(() => stack.setConfig("edge-ingress:plugin", "true"));

  it("keeps every module", async ({ emulator }) => {
    await stack.addPlugin({ path: await copyOfPlugin("99.0.0"), version: "99.0.0" });
    await stack.up(deployed());
    await expectProtected(emulator, rearranged({ version: "99.0.0" }));
  });
});

it.for(FORMS)(
  "two providers of one account keep the modules that move between them, as %s",
  async (form, { emulator }) => {
    const withProviders =
      (program: (opts: CustomResourceOptions) => Program, providerName: "one" | "two") => () => {
        const both = {
          one: new Provider("one", { maxRetries: 1 }),
          two: new Provider("two", { maxRetries: 2 }),
        };
        return program({ provider: both[providerName] })();
      };
    await stack.setConfig("edge-ingress:plugin", String(form === "plugin"));
    await stack.up(withProviders(deployed, "one"));
    await expectProtected(emulator, withProviders(rearranged, "two"));
  },
);

it("a provider with explicit settings keeps them in the move to the plugin, and deletes its former resources", async ({
  emulator,
}) => {
  const ofOther = (name: string) => async () => {
    const other = new Provider("other", { apiKey: "key-of-other", maxRetries: 1 });
    new HttpsEdgeMutualTls(
      name,
      { edgeId: "e_own", certificateAuthorityIds: ["ca_1"] },
      { provider: other },
    );
    if (name === "before")
      new HttpsEdgeMutualTls("goes", { edgeId: "e_goes" }, { provider: other });
  };
  await stack.up(ofOther("before"));
  await stack.setConfig("edge-ingress:plugin", "true");
  emulator.clearRequests();
  await stack.up(ofOther("after"));
  expect(deletionsIn(emulator)).toEqual(["DELETE e_goes/mutual_tls"]);
  expect(modulesIn(emulator)).toEqual(["e_own mutual_tls"]);
  expect(emulator.objects().map(({ account }) => account)).toEqual(["other"]);
});

it("two providers of one account refuse two resources on one module, by their names", async () => {
  await stack.setConfig("edge-ingress:plugin", "true");
  const twice = stack.preview(async () => {
    const [one, two] = [new Provider("one"), new Provider("two")];
    new HttpsEdgeMutualTls("mine", { edgeId: "e_twice" }, { provider: one });
    new HttpsEdgeMutualTls("yours", { edgeId: "e_twice" }, { provider: two });
  });
  expect(await failureText(twice)).toMatch(
    /the module at \/edges\/https\/e_twice\/mutual_tls is already configured by HttpsEdgeMutualTls (mine|yours)/,
  );
});
