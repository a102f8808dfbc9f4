import { isDeepStrictEqual } from "node:util";
import { isObject, type Values } from "../../src/core/schema/values";
import { replaced } from "../support/data";
import { CERTIFICATE_STATUS, CREATED_AT, PUBLIC_KEY, SERVICE_PROVIDER } from "./engine-outputs";
import { CODE, POSITION, VERSION } from "./previewed";

/** Previews of the engine and imitated previews, in a form in which they are equal: without what differs from run to run. */

interface Step {
  readonly op: string;
  readonly urn: string;
  readonly oldState?: Values;
  readonly newState?: Values;
}

interface Preview {
  readonly steps: readonly Step[];
  readonly config?: Values;
  readonly changeSummary: Values;
}

/** Differences between a preview and its imitation, by the steps: `path: the engine has …, the imitation …`. */
export function differencesOf(engineText: string, imitatedText: string): string[] {
  const [engine, imitation] = [
    JSON.parse(engineText) as Preview,
    JSON.parse(imitatedText) as Preview,
  ];
  const names = idsByUrn(imitation);
  const ids = [...idsByUrn(engine)].flatMap(([urn, id]) =>
    names.has(urn) ? [[id, names.get(urn) ?? ""] as const] : [],
  );
  // An id may be part of another id.
  const longestFirst = ids.sort(([a], [b]) => b.length - a.length);
  const withIds = (text: string) =>
    longestFirst.reduce((all, [id, name]) => all.replaceAll(id, name), text);
  const [actual, expected] = [engine, imitation].map(
    (preview) => new Map(preview.steps.map((step) => [keyOf(step), stable(step, withIds)])),
  );
  const keys = [...new Set([...(actual?.keys() ?? []), ...(expected?.keys() ?? [])])];
  return [
    ...between("changeSummary", engine.changeSummary, imitation.changeSummary),
    ...keys.flatMap((key) => between(key, actual?.get(key), expected?.get(key))),
  ];
}

const keyOf = ({ op, urn }: Step): string => `${op} ${urn.split("::").slice(2).join("::")}`;

const idsByUrn = ({ steps }: Preview): Map<string, string> =>
  new Map(
    steps.flatMap(({ urn, oldState }) =>
      typeof oldState?.id === "string" ? [[urn, oldState.id]] : [],
    ),
  );

/** Members of a state that differ from run to run, and that nothing reads, such as the outputs of the stack itself. */
const VOLATILE = ["created", "modified", "sourcePosition"];

function stable(step: Step, withIds: (text: string) => string): unknown {
  return replaced(step, (value) => {
    if (typeof value === "string")
      return withIds(
        value
          .replace(/(pulumi:providers:[^:]+::default)[^:]*/, "$1")
          .replace(/::[0-9a-f-]{36}$/, "::x"),
      );
    if (!isObject(value)) return value;
    const ignored = value.type === "pulumi:pulumi:Stack" ? [...VOLATILE, "outputs"] : VOLATILE;
    return Object.fromEntries(
      Object.entries(value)
        .filter(([name]) => !ignored.includes(name))
        .map(stableMember),
    );
  });
}

/** A member with a constant in place of what the service, the package or the test's program chooses. */
function stableMember([name, value]: [string, unknown]): [string, unknown] {
  const constants: Values = {
    ...{ createdAt: CREATED_AT, __provider: CODE, version: VERSION, publicKey: PUBLIC_KEY },
    ...{ certificateManagementStatus: CERTIFICATE_STATUS, samlServiceProvider: SERVICE_PROVIDER },
    stackTrace: [{ sourcePosition: POSITION }],
  };
  // The order in which the engine names arguments means nothing.
  if (name === "diffReasons" && Array.isArray(value)) return [name, [...value].sort()];
  const isKnown =
    name in constants && value !== UNKNOWN_TEXT && !(Array.isArray(value) && value.length === 0);
  return [name, isKnown ? constants[name] : value];
}

const UNKNOWN_TEXT = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";

function between(path: string, actual: unknown, expected: unknown): string[] {
  if (isObject(actual) && isObject(expected)) {
    return [...new Set([...Object.keys(actual), ...Object.keys(expected)])].flatMap((name) =>
      between(`${path} ${name}`, actual[name], expected[name]),
    );
  }
  if (isDeepStrictEqual(actual, expected)) return [];
  const [was, is] = [actual, expected].map((value) => JSON.stringify(value)?.slice(0, 300));
  return [`${path}: the engine has ${was}, and the imitation ${is}`];
}
