import type { AccountObject } from "../account/account";
import { routeModules } from "../core/definitions/modules";
import { sshCertificateAuthority } from "../core/definitions/ssh-certificate-authority";
import { parsePublicKey } from "../core/resources/ssh-certificate-authority";
import { check } from "../core/schema/check";
import { equal } from "../core/schema/diff";
import { inputRows, type Row, type Table } from "../core/schema/field";
import { problemText } from "../core/schema/problem";
import { withUnknownSecrets } from "../core/schema/secrets";
import { defined, isObject, isSet, type Values } from "../core/schema/values";

/** What a program has to state for an object to be what it is. */
export interface Stated {
  /** Without documented defaults, and without what the service does not show. */
  readonly args: Values;
  /** Paths of the secrets that are missing, because the service masks them. */
  readonly missing: readonly string[];
  /** Modules that are left out, with the reasons: the service shows them otherwise than they can be configured. */
  readonly left: readonly string[];
  /** Why the object cannot be declared, if it cannot. */
  readonly problem?: string;
  /** Whether it is a module that nobody has configured: it is off, and has not what it requires. */
  readonly isUnset: boolean;
}

/** Finds the arguments that make an object. */
export function statedOf({ definition, outputs, masked }: AccountObject): Stated {
  const { fields, type } = definition;
  const all = { ...inReadingOrder(fields, outputs), ...keyArguments(type, outputs) };
  const broken = brokenModules(fields, all);
  const args = Object.fromEntries(Object.entries(all).filter(([key]) => !broken.has(key)));
  const { values, missing } = withUnknownSecrets(fields, args);
  const [problem] = check(fields, values).problems;
  return {
    args,
    missing: [...new Set([...masked.filter((path) => !broken.has(moduleOf(path))), ...missing])],
    left: [...broken].flatMap(([name, problems]) =>
      isObject(all[name]) && all[name].enabled === false ? [] : problems.map(problemText),
    ),
    ...(problem && { problem: problemText(problem) }),
    isUnset: problem !== undefined && definition.kind === "singleton" && outputs[definition.switchedBy] === false,
  };
}

/** What identifies an object comes first: that is what is required of it. */
function inReadingOrder(fields: Table, outputs: Values): Values {
  const entries = Object.entries(ofTable(fields, outputs));
  const isRequired = ([key]: readonly [string, unknown]) => fields[key]?.required === true;
  return Object.fromEntries([...entries.filter(isRequired), ...entries.filter((entry) => !isRequired(entry))]);
}

const ofTable = (table: Table, values: Values): Values =>
  defined(
    inputRows(table).map(([key, row]) => [key, isLeftOut(row, values[key]) ? undefined : ofValue(row, values[key])]),
  );

/** Whether a program says the same without the value. */
const isLeftOut = (row: Row, value: unknown): boolean =>
  !isSet(value) ||
  row.providerOnly === true ||
  (!row.required && row.kind !== "object" && equal(row, undefined, value));

function ofValue(row: Row, value: unknown): unknown {
  if (row.kind === "object" && isObject(value)) return ofTable(row.fields, value);
  if (row.kind === "objects" && Array.isArray(value)) return value.map((item) => ofTable(row.fields, item));
  return value;
}

/** What an authority's key is, which only its public key tells: without it, the same program makes another key elsewhere. */
function keyArguments(type: string, { publicKey }: Values): Values {
  const key = type === sshCertificateAuthority.type ? parsePublicKey(publicKey) : undefined;
  if (!key) return {};
  const { type: privateKeyType, bits, curve } = key;
  const sizes = sshCertificateAuthority.fields.keySize;
  const keySize = sizes?.kind === "oneOf" && sizes.values.includes(bits ?? 0) ? bits : undefined;
  return defined([
    ["privateKeyType", privateKeyType],
    ["ellipticCurve", curve],
    ["keySize", keySize],
  ]);
}

/** Problems by modules: some services show a module that nobody has configured as switched off, and without what it requires. */
function brokenModules(table: Table, args: Values) {
  const { problems } = check(table, withUnknownSecrets(table, args).values);
  const isModule = (name: string) => name in routeModules && table[name]?.kind === "object";
  return Map.groupBy(
    problems.filter(({ path }) => isModule(moduleOf(path))),
    ({ path }) => moduleOf(path),
  );
}

const moduleOf = (path: string): string => path.replace(/[.[].*$/, "");
