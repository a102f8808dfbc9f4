import fc from "fast-check";
import * as definitions from "../../src/core/definitions";
import { collectionPath, type Definition, pathWith } from "../../src/core/schema/definition";
import { pathKeys } from "../../src/core/schema/field";
import type { Values } from "../../src/core/schema/values";
import { walk } from "../../src/core/schema/walk";
import { createBody } from "../../src/core/schema/wire";
import type { Emulator } from "../../src/emulator";
import { send } from "../emulator/client";
import { argumentsOf } from "./arbitraries";

/** Objects of all kinds with odd values, as another party has made them. */

/** Texts that programs have to quote, and that names are made of. */
const ODD_TEXTS = [
  'say "hello"',
  "it's a \\ path",
  "two\nlines\r\n\tand a tab",
  `$\{notAnExpression} and $$\{neither}, $ $$ $$$ $$$\{x} {$`,
  "ключ 鍵 🔑 ñ\u0301",
  "\u202eright to left\u2028",
  "yes",
  "null",
  "1.5e3",
  "- item: value # comment",
  "class",
  "default",
  "import",
  "func",
  "fn::secret",
  `${"ä".repeat(127)}x`,
  " leading and trailing ",
  "{{ template }} <%= x %>",
  "`backtick` 'single' \"double\"",
];

/** How many of each kind an account of 300 has. */
const SHARES: Readonly<Record<string, number>> = {
  agentIngress: 90,
  sshCertificateAuthority: 20,
  eventDestination: 60,
  httpsEdgeRoute: 90,
  httpsEdgeMutualTls: 10,
  httpsEdgeTlsTermination: 10,
  tlsEdgeMutualTls: 10,
  tcpEdgeBackend: 10,
};

/** An account that was filled. */
export interface OddAccount {
  /** Lines for `--ids`. */
  readonly ids: string;
  readonly count: number;
  /** Every secret. */
  readonly secrets: readonly string[];
}

/** What is in an account. */
export interface OddOptions {
  /** The part of 300 objects. Default: 1. */
  readonly share?: number;
  /** Whether configurations of policies have members that are null, which programs in YAML and Go cannot state. */
  readonly hasNull?: boolean;
}

/** Fills an account; the same seed makes the same objects. */
export async function fillAccount(
  emulator: Emulator,
  seed: number,
  { share = 1, hasNull = false }: OddOptions = {},
): Promise<OddAccount> {
  const made = { ids: new Set<string>(), count: 0, secrets: [] as string[] };
  for (const [name, count] of Object.entries(SHARES)) {
    const definition = (definitions as Readonly<Record<string, Definition>>)[name] as Definition;
    const options = { seed, numRuns: Math.ceil(count * share) };
    for (const [index, args] of fc.sample(argumentsOf(definition.fields), options).entries()) {
      await make(
        emulator,
        definition,
        oddArguments(definition, hasNull ? args : withoutNull(args), index, made.secrets),
        made.ids,
      );
      made.count += 1;
    }
  }
  return { ...made, ids: [...made.ids].join("\n") };
}

async function make(emulator: Emulator, definition: Definition, args: Values, ids: Set<string>): Promise<void> {
  const place = pathKeys(definition.fields).map((key) => String(args[key]));
  const body = createBody(definition.fields, args);
  const isModule = definition.kind === "singleton";
  const path = isModule ? pathWith(definition.path, place) : pathWith(collectionPath(definition.path), place);
  const { status, body: answer } = await send(emulator, isModule ? "PUT" : "POST", path, body);
  if (status >= 300) throw new Error(`${path}: ${status} ${JSON.stringify(answer)} ${JSON.stringify(body)}`);
  const [, protocol] = /^\/edges\/(\w+)/.exec(path) ?? [];
  if (isModule) ids.add(`${protocol}-edge ${place[0]}`);
  else if (place.length > 0) ids.add(`route ${place[0]}/${(answer as { id: string }).id}`);
}

/** Arguments that the server accepts, with odd texts and with secrets that occur nowhere else. */
function oddArguments({ fields, name }: Definition, args: Values, index: number, secrets: string[]): Values {
  const odd = ODD_TEXTS[index % ODD_TEXTS.length];
  // Some objects of the generator have no prototype.
  const json = JSON.stringify({ ...args, description: odd, ...special(name, index) });
  const plain = JSON.parse(json.replaceAll("__proto__", "proto")) as Values;
  return walk(fields, plain, ({ row, path, value, siblings, below }) => {
    // The server wants one of every webhook.
    if (row?.secret && (value !== undefined || (path.startsWith("webhook") && siblings.provider !== undefined))) {
      const secret = `C4nary-${secrets.length}-${name} "quoted"\\\n$\{x}`;
      secrets.push(secret);
      return secret;
    }
    if (path === "description" && !("description" in fields)) return undefined;
    if (!/(^|\.)id$/.test(row?.readFrom ?? "") || value === undefined) return below();
    return Array.isArray(value) ? value.map((_, each) => `ref_${(index + each) % 7}`) : `ref_${index % 7}`;
  });
}

/** Without members of objects that are null, at any depth; lists stay as they are. */
function withoutNull<Value>(value: Value): Value {
  if (Array.isArray(value)) return value.map(withoutNull) as Value;
  if (typeof value !== "object" || value === null) return value;
  const members = Object.entries(value).filter(([, member]) => member !== null);
  return Object.fromEntries(members.map(([key, member]) => [key, withoutNull(member)])) as Value;
}

/** JSON that programs write as an object, and documents that they read from files, with line breaks of all systems. */
function oddDocument(index: number): string | undefined {
  const value = { text: ODD_TEXTS[index % ODD_TEXTS.length], list: [index, null, { "a b": true }], '"': {} };
  const documents = [
    JSON.stringify(value),
    JSON.stringify(value, null, 2).padEnd(250),
    undefined,
    JSON.stringify([value]),
  ];
  const xml = `<?xml version="1.0"?>\r\n<odd>${index}\n${"\u202eÄ鍵&amp;\r".repeat(40)}</odd>`;
  return [...documents, xml, JSON.stringify({ 2: 1.5, 1: "order" }), "{}"][index % 7];
}

/** What the server takes from a list alone, or would take seconds to make; and domains that differ in letter case. */
function special(name: string, index: number): Values {
  // Each takes a run of the CLI to be encrypted.
  const hasSecrets = index % 8 === 0;
  const edgeId = `${name === "httpsEdgeRoute" ? "edghts" : "edge"}_${name === "httpsEdgeRoute" ? index % 3 : index}`;
  switch (name) {
    case "agentIngress":
      return {
        metadata: oddDocument(index),
        domain: `${index % 2 === 0 ? "Same" : "same"}${index >> 2}.Example.com${index % 4 < 2 ? "" : "."}`,
      };
    case "sshCertificateAuthority":
      return [
        { privateKeyType: "ed25519", ellipticCurve: undefined, keySize: undefined },
        { privateKeyType: "ecdsa", ellipticCurve: "nistp384", keySize: undefined },
        { privateKeyType: "rsa", ellipticCurve: undefined, keySize: 2048 },
      ][index % 3] as Values;
    case "httpsEdgeTlsTermination":
      return { edgeId, minVersion: "1.2" };
    case "eventDestination":
      return hasSecrets
        ? {}
        : { target: { dataStream: { auth: { role: { roleArn: `arn:${index}` } }, streamArn: `$\{x}` } } };
    case "httpsEdgeRoute":
      return {
        edgeId,
        ...(index % 2 === 0 && { match: `/${ODD_TEXTS[(index / 2) % ODD_TEXTS.length]}` }),
        ...(!hasSecrets && { webhookVerification: undefined, oidc: undefined, oauth: { provider: { provider1: {} } } }),
      };
    case "httpsEdgeMutualTls":
    case "tlsEdgeMutualTls":
      // Disabled and without an authority, the module looks as if nobody had configured it.
      return { edgeId, certificateAuthorityIds: ["ref", "ref"] };
    default:
      return { edgeId };
  }
}
