import { z } from "zod";
import type { CallOptions, ResourceView } from "../../src/core/provider/call";
import type { Values } from "../../src/core/schema/values";
import type { Fault } from "../../src/emulator";
import { cases } from "../cases";
import { dataBeside, text } from "../support/data";
import { expectFileSnapshot } from "../support/file-snapshot";
import { withEmulator } from "../support/fixtures";
import { inProcessCore } from "../support/in-process-core";
import { Places } from "../support/places";
import { resourceOf } from "../support/resources";
import { jumpingClock } from "../support/virtual-time";
import { Notes } from "./notes";

/**
 * The message to the user for every kind of failure, and the state that the engine keeps, word for word: a change of
 * the code without a change of behavior changes no line. `npx vitest run sdk-tests/goldens -u` writes the files again
 * for a review.
 */

const { faults } = dataBeside(__filename, {
  faults: z.record(text, z.custom<Omit<Fault, "method">>()),
});

const retries = { "edge-ingress:maxRetries": "1" };

const TYPES = ["AgentIngress", "HttpsEdgeRoute", "HttpsEdgeRouteOAuth", "HttpsEdgeTlsTermination"];

const it = withEmulator();

it.beforeEach(({ emulator }) => emulator.reset());

/** The secrets that the program has marked, and that a service repeats. */
const marks: CallOptions = { secrets: ["hush-secret"] };

const subjects = cases.filter(({ type }) => TYPES.includes(type));

it.for(subjects.map((testCase) => [testCase.type, testCase] as const))(
  "%s fails with the recorded messages",
  async ([type, testCase], { emulator }) => {
    const texts: string[] = [];
    const { definition } = resourceOf(type);
    const { minimal, changed } = testCase.life;
    const verbs = {
      create: testCase.methods.create,
      read: ["GET"],
      update: testCase.methods.update,
      delete: ["DELETE"],
    };
    const tried = Object.entries(verbs).flatMap(([verb, methods]) =>
      methods.map((method) => ({ verb, method })),
    );
    for (const { verb, method } of tried) {
      for (const [name, fault] of Object.entries(faults)) {
        emulator.reset();
        const place = (await Places.create(emulator, [testCase], ["failing"])).of(
          testCase,
          "failing",
        );
        const before = { ...place, ...minimal.args };
        const after = { ...place, ...changed.args };
        const { provider, logged } = inProcessCore(emulator, { clock: jumpingClock() }, retries);
        const created =
          verb === "create"
            ? { id: "", outputs: {} }
            : await provider.create(definition, { inputs: before, ...marks });
        emulator.clearRequests();
        logged.length = 0;
        emulator.addFault({ method, ...fault });
        const object = { ...marks, id: created.id, outputs: created.outputs };
        const calls: Readonly<Record<string, () => Promise<unknown>>> = {
          create: () => provider.create(definition, { ...marks, inputs: before }),
          read: () => provider.read(definition, object),
          update: () => provider.update(definition, { ...object, inputs: after }),
          delete: () => provider.delete(definition, object),
        };
        const notes = new Notes(emulator);
        notes.title(`${verb}: ${method} is answered with ${name}`);
        try {
          notes.add("done", storedParts(await calls[verb]?.()));
        } catch (error) {
          const failure = error as Error & { id?: string; state?: Values; mayBeProcessed: boolean };
          const { id, state, mayBeProcessed } = failure;
          notes.add(failure.name, failure.message);
          notes.add("kept", { id, state, mayBeProcessed });
        }
        for (const message of logged)
          if (message.severity !== "debug") notes.add(message.severity, message.text);
        emulator.clearFaults();
        texts.push(notes.text);
      }
    }
    await expectFileSnapshot(texts.join("\n"), `failures/${type}.txt`);
  },
);

/** Returns the parts of an object that fronts store; the goldens of lives show which parts they wrap. */
function storedParts(view: unknown): unknown {
  if (view === undefined) return "nothing";
  const { secretPaths, addedSecretPaths, ...stored } = view as ResourceView;
  return stored;
}
