import { expect } from "vitest";
import * as definitions from "../../src/core/definitions";
import type { CallOptions, ResourceView } from "../../src/core/provider/call";
import type { Definition } from "../../src/core/schema/definition";
import type { Values } from "../../src/core/schema/values";
import type { Fault } from "../../src/emulator";
import { cases } from "../cases";
import { withEmulator } from "../support/fixtures";
import { inProcessCore } from "../support/in-process-core";
import { Places } from "../support/places";
import { jumpingClock } from "../support/virtual-time";
import { Notes } from "./notes";

/**
 * What a user reads of every kind of failure, and what the engine keeps, word for word: a change of the code that is to
 * change no behavior changes no line of them. `npx vitest -u` writes them anew, to be read again.
 */

const after = (body: object) => ({ status: 200, when: "after", body }) as const;

const faults: Readonly<Record<string, Omit<Fault, "method">>> = {
  refused: { status: 409, body: { msg: "no, hush-secret" } },
  forbidden: { status: 403 },
  "not authorized": { status: 401 },
  gone: { status: 404 },
  "no such operation": { status: 405 },
  redirected: { status: 302, headers: { location: "https://elsewhere.example.com/x?y" } },
  "not processed": { status: 503, times: "always" },
  "processed, without an answer that says so": { status: 500, when: "after", times: "always" },
  limited: { status: 429, times: "always" },
  "not JSON": { malformed: true, when: "after" },
  "an empty object": after({}),
  nothing: { status: 204, when: "after" },
  "a wrong id": after({ id: 7 }),
  "an id alone": after({ id: "x_1" }),
  "wrong members": after({
    ...{ id: "x_1", domain: 7, match: 7, match_type: "exact_path", edge_id: "edge_1" },
    ...{ enabled: "yes", min_version: 7, public_key: "k", target: {}, format: "json" },
  }),
  "members of other types": after({ id: "x_1", enabled: "yes", min_version: 7 }),
  "another object": after({
    ...{ id: "x_2", domain: "other.example.com", match: "/other", match_type: "exact_path" },
    ...{ edge_id: "edge_other", enabled: true, created_at: "2020-01-01T00:00:00Z" },
  }),
};

const retries = { "edge-ingress:maxRetries": "1" };

const TYPES = ["AgentIngress", "HttpsEdgeRoute", "HttpsEdgeRouteOAuth", "HttpsEdgeTlsTermination"];

const it = withEmulator();

it.beforeEach(({ emulator }) => emulator.reset());

const definitionOf = (type: string): Definition => {
  const found = Object.values<Definition>(definitions).find((each) => each.type === type);
  if (!found) throw new Error(`there is no resource ${type}`);
  return found;
};

/** The secrets that the program has marked, and that a service repeats. */
const marks: CallOptions = { secrets: ["hush-secret"] };

const subjects = cases.filter(({ type }) => TYPES.includes(type));

it.for(subjects.map((testCase) => [testCase.type, testCase] as const))(
  "%s fails as it has failed",
  async ([type, testCase], { emulator }) => {
    const texts: string[] = [];
    const definition = definitionOf(type);
    const { minimal, changed } = testCase.life;
    const verbs = {
      create: [...testCase.methods.create],
      read: ["GET"],
      update: [...testCase.methods.update],
      delete: ["DELETE"],
    } as const;
    const tried = Object.entries(verbs).flatMap(([verb, methods]) => methods.map((method) => ({ verb, method })));
    for (const { verb, method } of tried) {
      for (const [name, fault] of Object.entries(faults)) {
        emulator.reset();
        const place = (await Places.create(emulator, [testCase], ["failing"])).of(testCase, "failing");
        const [before, after] = [
          { ...place, ...minimal.args },
          { ...place, ...changed.args },
        ];
        const { provider, told } = inProcessCore(emulator, { clock: jumpingClock() }, retries);
        const made =
          verb === "create" ? { id: "", outputs: {} } : await provider.create(definition, { inputs: before, ...marks });
        emulator.clearRequests();
        told.length = 0;
        emulator.addFault({ method, ...fault });
        const object = { ...marks, id: made.id, outputs: made.outputs };
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
          const {
            name: kind,
            message,
            ...known
          } = error as Error & { id?: string; state?: Values; mayBeProcessed: boolean };
          notes.add(kind, message);
          notes.add("kept", { id: known.id, state: known.state, mayBeProcessed: known.mayBeProcessed });
        }
        for (const { severity, text } of told) if (severity !== "debug") notes.add(severity, text);
        emulator.clearFaults();
        texts.push(notes.text);
      }
    }
    await expect(texts.join("\n")).toMatchFileSnapshot(`failures/${type}.txt`);
  },
);

/** What fronts store of an object; which of it they wrap, the lives show. */
function storedParts(view: unknown): unknown {
  if (view === undefined) return "nothing";
  const { secretPaths, addedSecretPaths, ...stored } = view as ResourceView;
  return stored;
}
