import { cp, readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "vitest";
import manifest from "../../../package.json";
import { OLDEST_SDK } from "../../../src/core/requirements/versions";
import type { Emulator } from "../../../src/emulator";
import { missingSettings } from "../../../tools/start/example-config.mts";
import { root } from "../../support/files";
import { withEmulator } from "../../support/fixtures";
import { InstalledProject, sdks } from "../../support/installed";

/** The life of a stack with the oldest and the newest SDK, as its users install both, in program and provider process. */

const SECRET = "canary-monitoring-key-5d0c";

const PROGRAM = `
const { AgentIngress, EventDestination, getAgentIngressOutput, listEventDestinations } = require("pulumi-edge-ingress");
const name = process.env.NAME;
const ingress = new AgentIngress("agents", { domain: name + ".example.com", description: process.env.DESCRIPTION });
new EventDestination("audit", { format: "json", target: { monitoring: { apiKey: "${SECRET}" } } });
const count = listEventDestinations().then((all) => all.length);
const { domain } = getAgentIngressOutput({ id: ingress.id });
module.exports = { sdk: require("@pulumi/pulumi/version").version, at: ingress.uri, count, domain };
`;

const it = withEmulator({
  apiKeys: {
    "canary-key-oldest": "oldest",
    "canary-key-newest": "newest",
    "canary-key-refused": "refused",
  },
});

const versionOf = async (sdk: string): Promise<string> =>
  JSON.parse(await readFile(join(sdk, "package.json"), "utf8")).version;

it("the oldest tested SDK is the oldest that package.json allows", async () => {
  const oldest = await versionOf(sdks.oldest);
  expect(manifest.peerDependencies["@pulumi/pulumi"]).toBe(`^${oldest}`);
  expect(oldest).toBe(`${OLDEST_SDK}.0`);
});

const start = async (emulator: Emulator, name: string, sdk: string) => {
  const project = await InstalledProject.create(PROGRAM, sdk);
  await project.init();
  project.use({ url: emulator.url, apiKey: `canary-key-${name}` });
  const run = async (command: string, DESCRIPTION = "") => {
    const words = [command, "--stack=test", "--yes", "--skip-preview", "--diff"];
    const ended = await project.pulumi(words, { NAME: name, DESCRIPTION });
    expect(ended.text).not.toContain(SECRET);
    return ended;
  };
  return { project, run };
};

const objectsOf = (emulator: Emulator, name: string) =>
  emulator.objects().filter(({ account }) => account === name);
const ingressOf = (emulator: Emulator, name: string) =>
  objectsOf(emulator, name).find(({ kind }) => kind === "agent_ingress");

it.concurrent.for(["oldest", "newest"] as const)(
  "a program creates, looks up, shows drift, updates and destroys with the %s SDK",
  async (name, { emulator }) => {
    const { project, run } = await start(emulator, name, sdks[name]);
    await using _ = project;
    const { text: created } = await run("up", "one");
    expect(created).toContain(`sdk   : "${await versionOf(sdks[name])}"`);
    expect(created).toContain(`at    : "${ingressOf(emulator, name)?.body.uri}"`);
    expect(created).toMatch(new RegExp(`count *: 0\\s+domain: "${name}.example.com"`));
    expect(objectsOf(emulator, name)).toHaveLength(2);

    emulator.edit(ingressOf(emulator, name)?.path ?? "", { description: "by hand" });
    expect((await run("refresh")).text).toContain('~ description: "one" => "by hand"');
    expect((await run("up", "two")).text).toContain('~ description: "by hand" => "two"');
    expect(ingressOf(emulator, name)?.body.description).toBe("two");
    expect(
      await readFile(join(project.folder, "state/.pulumi/stacks/test/test.json"), "utf8"),
    ).not.toContain(SECRET);

    expect(await run("destroy")).toMatchObject({ code: 0 });
    expect(objectsOf(emulator, name)).toEqual([]);
  },
);

it.concurrent("refuses an SDK in which drift would not show, in the program and in the provider process", async ({
  emulator,
}) => {
  const { project, run } = await start(emulator, "refused", sdks.newest);
  await using _ = project;
  await run("up");
  await project.pretendSdk("3.215.0");
  for (const command of ["up", "refresh"]) {
    const { code, text } = await run(command);
    const messages = text.split("\n").filter((line) => line.includes("pulumi-edge-ingress"));
    expect(code).not.toBe(0);
    expect(messages.length).toBeGreaterThan(0);
    for (const line of messages) {
      expect(line).toMatch(
        /error: pulumi-edge-ingress needs @pulumi\/pulumi 3\.216 or newer, and this is 3\.215\.0: update it/i,
      );
    }
    expect(text).not.toMatch(/\bat .*:\d+:\d+/);
  }
});

it("an example in TypeScript compiles by the compiler of its project under the oldest SDK, which has older defaults", async () => {
  await using project = await InstalledProject.create("", sdks.oldest);
  await cp(join(root, "examples/ingress-stack"), project.folder, { recursive: true });
  await project.init();
  await project.succeed(missingSettings("") ?? []);
  const { code, text } = await project.pulumi(["preview", "--stack=test"]);
  expect(text).toContain("+ 11 to create");
  expect(code).toBe(0);
});
