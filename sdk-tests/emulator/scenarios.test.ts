import { readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { isObject, type Values } from "../../src/core/schema/values";
import { type Emulator, type EmulatorOptions, startEmulator } from "../../src/emulator/index";
import { anything, readData, replaced, text, values } from "../support/data";
import { send } from "./client";

/** Requests to a new server in sequence, and the expected responses: sdk-tests/README.md describes the files. */

const FOLDER = join(__dirname, "scenarios");

const REQUEST = /^(GET|HEAD|POST|PUT|PATCH|DELETE) (.*)$/;
const STATUS = /^(\d{3})( with)?$/;

const options = z.strictObject({
  ...{ as: text, key: text, without: text, headers: z.record(text, text.optional()) },
  answered: z.record(text, anything),
});

const isExchange = (key: string) => REQUEST.test(key) || STATUS.test(key);

const step = options
  .partial()
  .catchall(anything)
  .refine(
    (step) => Object.keys(step).every((key) => key in options.shape || isExchange(key)),
    "has an unknown key",
  )
  .refine(
    (step) => Object.keys(step).filter((key) => REQUEST.test(key)).length === 1,
    "needs one request",
  )
  .refine(
    (step) => Object.keys(step).filter((key) => STATUS.test(key)).length === 1,
    "needs one status",
  );

/** The options of the server; `now` is the time of all requests. */
const server = z.looseObject({ now: text.transform((time) => () => new Date(time)).optional() });

const scenario = z.strictObject({ server: server.optional(), steps: z.array(step) });

type Step = z.infer<typeof step>;
type Saved = Record<string, Values>;

/** The matchers for values of a response, by token. */
const matchers: Readonly<Record<string, (expected: unknown) => unknown>> = {
  $is: (value) => value,
  $matches: (pattern) => expect.stringMatching(new RegExp(String(pattern))),
  $contains: (part) => expect.stringContaining(String(part)),
  $including: (items) => expect.arrayContaining(items as unknown[]),
  $any: (kind) => (kind === "text" ? expect.any(String) : expect.anything()),
};

/** Returns a value in which values of earlier responses replace their names. */
const filled = (value: unknown, saved: Saved): unknown =>
  replaced(value, (node) => {
    if (typeof node === "string")
      return node.replaceAll(/\$(\w+)(?:\.(\w+))?/g, (token, name: string, member = "id") =>
        name in saved ? String(saved[name]?.[member]) : token,
      );
    if (!isObject(node)) return node;
    const { $as, ...others } = node;
    if ($as !== undefined) return { ...saved[String($as)], ...others };
    const [token = ""] = Object.keys(node);
    const matcher = matchers[token];
    return matcher ? matcher(node[token]) : node;
  });

async function perform(emulator: Emulator, step: Step, saved: Saved): Promise<void> {
  const { as, key, headers = {}, answered = {}, without, ...exchange } = step;
  const keyLike = (pattern: RegExp) =>
    Object.keys(exchange).find((candidate) => pattern.test(candidate)) ?? "";
  const [request, response] = [keyLike(REQUEST), keyLike(STATUS)];
  const [, method = "", path = ""] = REQUEST.exec(String(filled(request, saved))) ?? [];
  const target = path.replace(emulator.url, "");
  const answer = await send(
    emulator,
    method,
    target,
    filled(exchange[request], saved) ?? undefined,
    { key, headers },
  );
  if (as !== undefined) saved[as] = answer.body as Values;
  const what = `${method} ${target}`;
  const [, status, isPart] = STATUS.exec(response) ?? [];
  expect(answer.status, what).toBe(Number(status));
  const expected = filled(exchange[response], saved);
  if (isPart) expect(answer.body, what).toMatchObject(expected as object);
  else if (exchange[response] !== null) expect(answer.body, what).toEqual(expected);
  for (const [name, value] of Object.entries(answered))
    expect(answer.headers.get(name), what).toEqual(filled(value, saved));
  if (without !== undefined) expect(JSON.stringify(answer.body), what).not.toContain(without);
}

describe.each(readdirSync(FOLDER).filter((name) => name.endsWith(".yaml")))("in %s", (file) => {
  const { scenarios } = readData(
    join(FOLDER, file),
    z.strictObject({ values: values.optional(), scenarios: z.record(text, scenario) }),
  );

  it.each(Object.entries(scenarios))("%s", async (_, { server: options, steps }) => {
    await using emulator = await startEmulator(options as EmulatorOptions);
    const saved: Saved = { server: { id: emulator.url } };
    for (const step of steps) await perform(emulator, step, saved);
  });
});
