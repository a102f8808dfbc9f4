import { randomUUID } from "node:crypto";
import type { EventDestinationArgs } from "pulumi-edge-ingress";
import { describe, expect } from "vitest";
import type { Emulator } from "../../../src/emulator";
import { send } from "../../emulator/client";
import { addConnectionFault } from "../../support/connection-faults";
import type { FaultProxy } from "../../support/fault-proxy";
import { withFaultProxy } from "../../support/fixtures";
import { FORMS, type FormName } from "../../support/forms";
import { declaring, EventDestination, Provider } from "../../support/program";
import { failureText, TestStack } from "../../support/stack";

/**
 * Tests of equal objects in an account that several provider processes create at the same time, and of lost responses.
 */

const target = { monitoring: { apiKey: "hush", site: "eu" as const } };

/** Each test has distinct arguments, because creates with an unknown outcome are counted for two minutes. */
const newArgs = () => ({ format: "json" as const, description: randomUUID(), target });

const audit = (args: EventDestinationArgs) => declaring(() => new EventDestination("audit", args));

/** The fixtures of the file. */
interface Service {
  readonly emulator: Emulator;
  readonly proxy: FaultProxy;
}

const it = withFaultProxy();

it.beforeEach(({ emulator, proxy }) => {
  emulator.reset();
  proxy.clearFaults();
});

const idsOn = (emulator: Emulator) => emulator.objects().map(({ body }) => body.id);

const loseAnswers = (service: Service, times: number | "always") =>
  addConnectionFault(service, {
    method: "POST",
    path: "/event_destinations",
    when: "after",
    ends: "reset",
    times,
  });

/** Creates a stack of a form, whose next `up` gets the planned responses. */
async function stackOf({ emulator, proxy }: Service, form: FormName): Promise<TestStack> {
  const stack = await TestStack.create({ url: proxy.url, apiKey: emulator.apiKey }, {}, form);
  await stack.setConfig("edge-ingress:operationTimeoutSeconds", "30");
  return stack;
}

describe.each(FORMS)("as the form %s", (form) => {
  it.for([1, 2, "always"] as const)(
    "two providers of one program never record one object twice, if the answers to %s of their creates are lost",
    async (times, { emulator, proxy }) => {
      await using stack = await stackOf({ emulator, proxy }, form);
      const args = newArgs();
      loseAnswers({ emulator, proxy }, times);
      const up = stack.up(async () => {
        for (const name of ["one", "two"]) {
          const provider = new Provider(name, { maxRetries: name === "one" ? 1 : 2 });
          new EventDestination(name, args, { provider });
        }
      });
      await up.catch(() => undefined);
      const ids = (await stack.resources()).flatMap(({ type, id }) =>
        type === "EventDestination" ? [id] : [],
      );
      expect(new Set(ids).size).toBe(ids.length);
      expect(idsOn(emulator)).toEqual(expect.arrayContaining(ids));
      if (times === 1) expect(ids).toHaveLength(2);
    },
  );

  it("names the command that imports an object of perhaps another party, and the command works", async ({
    emulator,
    proxy,
  }) => {
    await using stack = await stackOf({ emulator, proxy }, form);
    const args = newArgs();
    const { description } = args;
    const body = {
      description,
      format: "json",
      target: { monitoring: { api_key: "hush", site: "eu" } },
    };
    await send(emulator, "POST", "/event_destinations", body);
    // The object is as recent as the object of the program, however long the engine takes to start.
    const later = new Date(Date.now() + 3_600_000).toISOString();
    for (const { path } of emulator.objects()) emulator.edit(path, { created_at: later });
    loseAnswers({ emulator, proxy }, 1);
    const message = await failureText(stack.up(audit(args)));
    expect(message).toContain(
      `it may be one of ${idsOn(emulator).reverse().join(", ")}; import the one of this resource`,
    );
    const [, imported = "", command = ""] =
      /to import (\S+), run `(.+?)`/.exec(message.replace(/\s+/g, " ")) ?? [];
    expect(idsOn(emulator)).toContain(imported);
    const words = command.replace("STACK", "test").split(" ");
    if (form === "plugin")
      await stack.pulumi(...words.slice(1), "--yes", "--generate-code=false", "--protect=false");
    else {
      // The command does not change a program that it has not written, and exits with 1.
      const printed = await failureText(stack.edgeIngress(...words.slice(2), "--yes"));
      expect(printed).toContain("imported 1 object into stack test");
    }
    expect([...(await stack.ids()).values()]).toEqual([imported]);
    if (form === "plugin") await stack.up(audit(args));
    expect(idsOn(emulator)).toHaveLength(2);
  });

  it("two stacks at the same time never record one object twice, and destroying one leaves the other's", async ({
    emulator,
    proxy,
  }) => {
    await using first = await stackOf({ emulator, proxy }, form);
    await using two = await stackOf({ emulator, proxy }, form);
    const program = audit(newArgs());
    loseAnswers({ emulator, proxy }, 1);
    await Promise.all([first, two].map((stack) => stack.up(program).catch(() => undefined)));
    const [mine, yours] = [await first.ids(), await two.ids()];
    const ids = [...mine.values(), ...yours.values()];
    expect(new Set(ids).size).toBe(ids.length);
    await first.destroy();
    expect(idsOn(emulator)).toEqual(expect.arrayContaining([...yours.values()]));
  });
});
