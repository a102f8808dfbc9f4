import { ComponentResource } from "@pulumi/pulumi";
import { HttpsEdgeMutualTls } from "pulumi-edge-ingress";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type Emulator, startEmulator } from "../../src/emulator";
import { changesAt, modulesAt } from "../support/modules";
import { failureText, TestStack } from "../support/stack";

/**
 * Modules whose resources the program states twice, or the state or the command line moves; of the plugin, as in
 * `module-deletion.test.ts`.
 */

const certificateAuthorityIds = ["ca_1"];

let emulator: Emulator;
let stack: TestStack;

const changes = () => changesAt(emulator);
const modules = () => modulesAt(emulator);

beforeAll(async () => {
  emulator = await startEmulator();
  stack = await TestStack.create(emulator);
  await stack.setConfig("edge-ingress:plugin", "true");
});

beforeEach(() => emulator.clearRequests());

afterAll(async () => {
  await stack[Symbol.asyncDispose]();
  await emulator.close();
});

describe("two resources that ask for one module", () => {
  class Team extends ComponentResource {
    constructor() {
      super("test:index:Team", "team");
    }
  }

  it("are refused in a preview, by their names", async () => {
    const twice = stack.preview(async () => {
      new HttpsEdgeMutualTls("one", { edgeId: "e_twice", certificateAuthorityIds });
      new HttpsEdgeMutualTls("other", { edgeId: "e_twice", certificateAuthorityIds });
      return undefined;
    });
    expect(await failureText(twice)).toContain(
      "HttpsEdgeMutualTls 'other': the module at /edges/https/e_twice/mutual_tls is already configured by " +
        "HttpsEdgeMutualTls 'one': remove one of the two",
    );
  });

  it("are refused when they have one name, one of them in a component", async () => {
    const twice = stack.preview(async () => {
      new HttpsEdgeMutualTls("tls", { edgeId: "e_twice" });
      new HttpsEdgeMutualTls("tls", { edgeId: "e_twice" }, { parent: new Team() });
      return undefined;
    });
    expect(await failureText(twice)).toContain(
      "is already configured by HttpsEdgeMutualTls 'tls': remove one of the two",
    );
  });
});

describe("a module resource that the state or the command line moves", () => {
  const program = (name: string) => async () => {
    new HttpsEdgeMutualTls(name, { edgeId: "e_named", certificateAuthorityIds });
    return undefined;
  };
  const urnOf = async (name: string) => (await stack.resources()).find((each) => each.name === name)?.urn ?? "";

  const urnInOther = async () => {
    const { deployment } = JSON.parse(await stack.pulumi("stack", "export", "--stack", "other"));
    const resources = deployment.resources as { urn: string }[];
    return resources.find(({ urn }) => urn.endsWith("::by-program"))?.urn ?? "";
  };

  it("is renamed by `state rename`, and again before an `up --refresh`: nothing is sent", async () => {
    await stack.up(program("named"));
    await stack.pulumi("state", "rename", await urnOf("named"), "by-state", "--yes");
    emulator.clearRequests();
    await stack.up(program("by-state"));
    await stack.up(program("by-program"), { refresh: true });
    expect(changes()).toEqual([]);
    expect(modules()).toEqual(["e_named mutual_tls"]);
  });

  it("is moved by `state move` to another stack and back, while the program does without it: nothing is sent", async () => {
    await stack.pulumi("stack", "init", "other", "--no-select");
    await stack.pulumi("state", "move", "--source", "test", "--dest", "other", "--yes", await urnOf("by-program"));
    emulator.clearRequests();
    await stack.up(async () => undefined);
    await stack.pulumi("state", "move", "--source", "other", "--dest", "test", "--yes", await urnInOther());
    await stack.up(program("by-program"));
    expect(changes()).toEqual([]);
    expect(modules()).toEqual(["e_named mutual_tls"]);
  });

  it("is renamed, and the stack refreshed with `--run-program`: the module is kept", async () => {
    await stack.refresh(program("by-refresh"));
    await stack.up(program("by-refresh"));
    expect(changes()).toEqual([]);
    expect(modules()).toEqual(["e_named mutual_tls"]);
  });

  it("is named alone by `up --target`: the module is deleted, though the program asks for it under another name", async () => {
    await stack.up(program("other"), { target: [await urnOf("by-refresh")] });
    expect(changes()).toEqual(["DELETE e_named/mutual_tls"]);
    await stack.up(program("by-refresh"));
    expect(modules()).toEqual(["e_named mutual_tls"]);
  });

  it("is named alone by `destroy --target`, or is destroyed with `destroy --run-program`: the module is deleted", async () => {
    await stack.destroy(undefined, { target: [await urnOf("by-refresh")] });
    expect(modules()).toEqual([]);
    await stack.up(program("again"));
    await stack.destroy(program("again"));
    expect(modules()).toEqual([]);
  });
});
