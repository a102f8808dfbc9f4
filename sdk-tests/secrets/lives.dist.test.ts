import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { inputRows, type Table } from "../../src/core/schema/field";
import type { Values } from "../../src/core/schema/values";
import { isMap } from "../../src/core/schema/walk";
import { type Emulator, startEmulator } from "../../src/emulator";
import { cases } from "../cases";
import type { ResourceCase } from "../cases/case";
import { bothForms } from "../support/both-forms";
import {
  argumentsOf,
  asEncrypted,
  Canaries,
  inClearAlone,
  MARKINGS,
  type Marking,
} from "../support/canaries";
import { FORMS, type FormName } from "../support/forms";
import { failureOf, unwrapped } from "../support/in-process-dynamic";
import { startEngine } from "../support/in-process-plugin";
import { foreignRouteOn } from "../support/places";
import { preload } from "../support/preload";
import { InitError, type Props, type ProviderProcess } from "../support/provider-process";
import { resourceOf } from "../support/resources";

/**
 * Lives of resources of every kind, with all arguments marked as secret by the program, through the processes that
 * Pulumi runs. No argument appears in their output, logs, responses and messages.
 */

let emulator: Emulator;
let engine: Awaited<ReturnType<typeof startEngine>>;
beforeAll(async () => {
  emulator = await startEmulator();
  engine = await startEngine();
});

afterAll(async () => {
  engine.close();
  await emulator.close();
});

const hostOf = bothForms(() => ({
  fresh: true,
  engine: engine.address,
  environment: { EDGE_INGRESS_LOG: "requests", NODE_OPTIONS: preload("fast-clock") },
  config: { baseUrl: emulator.url, apiKey: emulator.apiKey, maxRetries: "0" },
}));

/** Returns the arguments that locate the object: ids that are secrets themselves. */
async function placeOf({ place }: ResourceCase, canaries: Canaries): Promise<Values> {
  if (!place) return {};
  const edgeId = canaries.add(`Canary-edge-${++edges}`);
  if (place !== "route") return { edgeId };
  return { edgeId, routeId: canaries.add(await foreignRouteOn(emulator, edgeId)) };
}

let edges = 0;

/** A resource in the engine's state, between the calls. */
class Life {
  readonly host: ProviderProcess;
  readonly canaries = new Canaries();
  private readonly printedBefore: number;
  private readonly shownBefore = engine.shown.length;
  private readonly table;
  private readonly type: string;
  id = "";
  secretPaths: readonly string[] = [];
  /** The returned values, without those that the engine encrypts. */
  readonly seen: unknown[] = [];

  constructor(
    private readonly form: FormName,
    readonly testCase: ResourceCase,
    private readonly marking: Marking,
  ) {
    this.host = hostOf(form);
    this.printedBefore = this.host.printed.length;
    this.type = testCase.type;
    this.table = resourceOf(testCase.type).definition.fields;
  }

  /** Returns checked arguments with canaries. */
  async stated(args: Values, place: Values, olds: Props = {}): Promise<Props> {
    const marked = this.canaries.mark(this.table, args, this.marking);
    const kept = inputRows(this.table).flatMap(([key, row]) =>
      row.createOnly && key in olds ? [[key, olds[key]]] : [],
    );
    this.secretPaths = [...marked.secretPaths, ...Object.keys(place)];
    const { secretPaths } = this;
    const news = { ...marked.args, ...Object.fromEntries(kept), ...place };
    const { inputs, failures } = await this.host.check(this.type, news, olds, { secretPaths });
    expect(failures).toEqual([]);
    this.look(inputs);
    return this.back(inputs);
  }

  /** The plugin receives secrets in the form in which it returned them, dynamic resources in plaintext. */
  back(props: Props): Props {
    return this.form === "plugin" ? props : (unwrapped(props) as Props);
  }

  look({ __provider, ...props }: Props): void {
    this.seen.push(
      inClearAlone(
        this.form === "plugin" ? props : asEncrypted(this.table, props, this.secretPaths),
      ),
    );
  }

  async create(inputs: Props): Promise<Props> {
    const { id, outs } = await this.host.create(this.type, inputs);
    this.id = id;
    if (this.testCase.place) this.canaries.allow(JSON.stringify(id));
    this.look(outs);
    return this.back(outs);
  }

  /** Returns the output of the process, and the messages that it sent to the engine. */
  logged(): string {
    const shown = engine.shown.slice(this.shownBefore).map(({ text }) => text);
    return [this.host.printed.slice(this.printedBefore), ...shown].join("\n");
  }

  async failed(call: Promise<unknown>): Promise<string> {
    const error = await failureOf<InitError>(call);
    this.seen.push(error.message, error.stack);
    if (error instanceof InitError) this.look(error.properties);
    return error.message;
  }
}

const holdsMap = (table: Table): boolean =>
  Object.values(table).some((row) => (row.kind === "object" ? holdsMap(row.fields) : isMap(row)));

/** Number of characters of a reason that are shown. */
const SHOWN = 290;

/** Spellings in which services repeat values that they received. */
const spellings = [
  (text: string) => text,
  (text: string) => text.toLowerCase().replaceAll(".", "-"),
];

const textsIn = (value: unknown): string[] =>
  typeof value === "object" && value !== null
    ? Object.entries(value).flatMap(([name, member]) => [name, ...textsIn(member)])
    : [String(value)];

/** Returns the reasons of a service that repeats all values that it received. */
function reasonsOf({ __provider, __secrets, ...inputs }: Props): string[] {
  const text = textsIn(unwrapped(inputs)).join(" ");
  return spellings.flatMap((spell) =>
    Array.from({ length: Math.ceil(text.length / SHOWN) }, (_, at) =>
      spell(text.slice(Math.max(0, at * SHOWN - 30), (at + 1) * SHOWN - 30)),
    ),
  );
}

const refuse = (method: string, status: number, msg: string) =>
  emulator.addFault({ method, status, body: { msg } });

beforeEach(() => emulator.clearFaults());

describe.each(FORMS)("as %s", (form) => {
  describe.each(MARKINGS)("with all %s marked", (marking) => {
    // The names in maps are marked only in types that have maps.
    const concerned = cases.filter(
      ({ type }) => marking !== "members" || holdsMap(resourceOf(type).definition.fields),
    );
    it.each(concerned)("no life of $type shows an argument", async (testCase) => {
      const { type, methods, life: stages } = testCase;
      const args = argumentsOf(testCase);
      const life = new Life(form, testCase, marking);
      const { host } = life;
      const place = await placeOf(testCase, life.canaries);
      const inputs = await life.stated(args, place);
      const [make = "", change = ""] = [methods.create.at(-1), methods.update.at(-1)];
      for (const reason of reasonsOf(inputs)) {
        refuse(make, 400, reason);
        expect(await life.failed(host.create(type, inputs))).toContain("answered 400");
      }
      const created = await life.create(inputs);
      const news = await life.stated({ ...args, ...stages.changed.args }, place, inputs);
      const [reason = ""] = reasonsOf(news);
      life.seen.push(await host.diff(type, life.id, created, news));
      for (const status of [400, 500]) {
        refuse(change, status, reason);
        expect(await life.failed(host.update(type, life.id, created, news))).toContain(
          `answered ${status}`,
        );
      }
      const updated = await host.update(type, life.id, created, news);
      life.look(updated);
      const found = await host.read(type, life.id, life.back(updated));
      life.look(found.props);
      life.look(found.inputs);
      // Both processes are part of the same runs.
      for (const form of FORMS) await hostOf(form).beginRun();
      refuse("DELETE", 400, reason);
      expect(await life.failed(host.delete(type, life.id, life.back(found.props)))).toContain(
        "answered 400",
      );
      await host.delete(type, life.id, life.back(found.props));
      expect(life.canaries.in(JSON.stringify(life.seen))).toEqual([]);
      expect(life.logged()).toContain(`debug ${make} `);
      expect(life.canaries.in(life.logged())).toEqual([]);
    });
  });

  it("a header that another party renames stays secret in an update, and in one that fails half-way", async () => {
    const host = hostOf(form);
    const type = "HttpsEdgeRoute";
    const { fields } = resourceOf(type).definition;
    const requestHeaders = { add: { "X-Known": "Canary-value" } };
    const args = { edgeId: `edge-${form}`, matchType: "exact_path", match: "/", requestHeaders };
    const secretPaths = ['requestHeaders.add["X-Known"]'];
    const stated = async (description: string) => {
      const { inputs } = await host.check(type, { ...args, description }, {}, { secretPaths });
      return (form === "plugin" ? inputs : unwrapped(inputs)) as Props;
    };
    const { id, outs } = await host.create(type, await stated("one"));
    emulator.edit(`/edges/https/${args.edgeId}/routes/${id}/request_headers`, {
      add: { "X-New": "Canary-value" },
    });
    const shown = (props: Props) =>
      inClearAlone(form === "plugin" ? props : asEncrypted(fields, props, secretPaths));
    refuse("PATCH", 500, "later");
    const failed = await failureOf<InitError>(host.update(type, id, outs, await stated("two")));
    const updated = await host.update(type, id, outs, await stated("two"));
    for (const props of [failed.properties, updated])
      expect(shown(props)).toMatchObject({ requestHeaders: { add: { "X-New": "[secret]" } } });
  });
});
