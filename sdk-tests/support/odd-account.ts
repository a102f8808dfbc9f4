import fc from "fast-check";
import { z } from "zod";
import * as definitions from "../../src/core/definitions";
import { collectionPath, type Definition, fillPath } from "../../src/core/schema/definition";
import { pathKeys } from "../../src/core/schema/field";
import type { Values } from "../../src/core/schema/values";
import { walk } from "../../src/core/schema/walk";
import { createBody } from "../../src/core/schema/wire";
import type { Emulator } from "../../src/emulator";
import { send } from "../emulator/client";
import { argumentsOf } from "./arbitraries";
import { dataBeside, text, values } from "./data";

/** Objects of all kinds with odd values, created by another party. */

const { texts, shares, keys } = dataBeside(__filename, {
  texts: z.array(text),
  shares: z.record(text, z.number()),
  keys: z.array(values),
});

const oddText = (index: number) => texts[index % texts.length];

interface OddOptions {
  /** Size of the account, as a share of 300 objects. Default: 1. */
  readonly share?: number;
  /** True if configurations of policies have members that are null, which programs in YAML and Go cannot express. */
  readonly hasNull?: boolean;
}

/**
 * Fills an account; the same seed creates the same objects.
 * @returns Lines for `--ids`, the number of objects, and every secret.
 */
export async function fillAccount(
  emulator: Emulator,
  seed: number,
  { share = 1, hasNull = false }: OddOptions = {},
) {
  const filled = { ids: new Set<string>(), count: 0, secrets: [] as string[] };
  for (const [name, count] of Object.entries(shares)) {
    const definition = (definitions as Readonly<Record<string, Definition>>)[name] as Definition;
    const options = { seed, numRuns: Math.ceil(count * share) };
    for (const [index, args] of fc.sample(argumentsOf(definition.fields), options).entries()) {
      const odd = oddArguments(
        definition,
        hasNull ? args : withoutNull(args),
        index,
        filled.secrets,
      );
      await make(emulator, definition, odd, filled.ids);
      filled.count += 1;
    }
  }
  return { ...filled, ids: [...filled.ids].join("\n") };
}

async function make(
  emulator: Emulator,
  definition: Definition,
  args: Values,
  ids: Set<string>,
): Promise<void> {
  const place = pathKeys(definition.fields).map((key) => String(args[key]));
  const body = createBody(definition.fields, args);
  const isModule = definition.kind === "singleton";
  const path = isModule
    ? fillPath(definition.path, place)
    : fillPath(collectionPath(definition.path), place);
  const { status, body: answer } = await send(emulator, isModule ? "PUT" : "POST", path, body);
  if (status >= 300)
    throw new Error(`${path}: ${status} ${JSON.stringify(answer)} ${JSON.stringify(body)}`);
  const [, protocol] = /^\/edges\/(\w+)/.exec(path) ?? [];
  if (isModule) ids.add(`${protocol}-edge ${place[0]}`);
  else if (place.length > 0) ids.add(`route ${place[0]}/${(answer as { id: string }).id}`);
}

/** Arguments that the server accepts, with odd texts and with secrets that occur nowhere else. */
function oddArguments(
  { fields, name }: Definition,
  args: Values,
  index: number,
  secrets: string[],
): Values {
  // Some objects of the generator have no prototype.
  const json = JSON.stringify({ ...args, description: oddText(index), ...special(name, index) });
  const plain = JSON.parse(json.replaceAll("__proto__", "proto")) as Values;
  return walk(fields, plain, ({ row, path, value, siblings, below }) => {
    // The server requires a secret of every webhook.
    if (
      row?.secret &&
      (value !== undefined || (path.startsWith("webhook") && siblings.provider !== undefined))
    ) {
      const secret = `C4nary-${secrets.length}-${name} "quoted"\\\n$\{x}`;
      secrets.push(secret);
      return secret;
    }
    if (path === "description" && !("description" in fields)) return undefined;
    if (!/(^|\.)id$/.test(row?.readFrom ?? "") || value === undefined) return below();
    return Array.isArray(value)
      ? value.map((_, place) => `ref_${(index + place) % 7}`)
      : `ref_${index % 7}`;
  });
}

/** Removes members of objects that are null, at any depth; lists are not changed. */
function withoutNull<Value>(value: Value): Value {
  if (Array.isArray(value)) return value.map(withoutNull) as Value;
  if (typeof value !== "object" || value === null) return value;
  const members = Object.entries(value).filter(([, member]) => member !== null);
  return Object.fromEntries(members.map(([key, member]) => [key, withoutNull(member)])) as Value;
}

/**
 * Returns JSON that programs write as an object, and documents that they read from files, with line breaks of all
 * systems.
 */
function oddDocument(index: number): string | undefined {
  const value = { text: oddText(index), list: [index, null, { "a b": true }], '"': {} };
  const json = JSON.stringify(value);
  const long = JSON.stringify(value, null, 2).padEnd(250);
  const xml = `<?xml version="1.0"?>\r\n<odd>${index}\n${"\u202eÄ鍵&amp;\r".repeat(40)}</odd>`;
  return [json, long, undefined, `[${json}]`, xml, JSON.stringify({ 2: 1.5, 1: "order" }), "{}"][
    index % 7
  ];
}

/**
 * Returns values that the server accepts only from a list, or would take seconds to generate; and domains that differ
 * in letter case.
 */
function special(name: string, index: number): Values {
  // Few objects have secrets, because encrypting a secret takes a run of the CLI.
  const hasSecrets = index % 8 === 0;
  const edgeId = `${name === "httpsEdgeRoute" ? "edghts" : "edge"}_${name === "httpsEdgeRoute" ? index % 3 : index}`;
  switch (name) {
    case "agentIngress":
      return {
        metadata: oddDocument(index),
        domain: `${index % 2 === 0 ? "Same" : "same"}${index >> 2}.Example.com${index % 4 < 2 ? "" : "."}`,
      };
    case "sshCertificateAuthority":
      return keys[index % keys.length] ?? {};
    case "httpsEdgeTlsTermination":
      return { edgeId, minVersion: "1.2" };
    case "eventDestination":
      return hasSecrets
        ? {}
        : {
            target: {
              dataStream: { auth: { role: { roleArn: `arn:${index}` } }, streamArn: `$\{x}` },
            },
          };
    case "httpsEdgeRoute":
      return {
        edgeId,
        ...(index % 2 === 0 && { match: `/${oddText(index / 2)}` }),
        ...(!hasSecrets && {
          webhookVerification: undefined,
          oidc: undefined,
          oauth: { provider: { provider1: {} } },
        }),
      };
    case "httpsEdgeMutualTls":
    case "tlsEdgeMutualTls":
      // A disabled module without an authority looks like an unconfigured module.
      return { edgeId, certificateAuthorityIds: ["ref", "ref"] };
    default:
      return { edgeId };
  }
}
