import type { AccountObject } from "../account/account";
import { routeModules } from "../core/definitions/modules";
import { sshCertificateAuthority } from "../core/definitions/ssh-certificate-authority";
import { parsePublicKey } from "../core/resources/ssh-certificate-authority";
import { check } from "../core/schema/check";
import { equal } from "../core/schema/diff";
import type { Table } from "../core/schema/field";
import { problemText } from "../core/schema/problem";
import { withUnknownSecrets } from "../core/schema/secrets";
import { defined, isObject, isSet, type Values } from "../core/schema/values";
import { walk } from "../core/schema/walk";

/** What a program has to state for an object to be what it is. */
export type ObjectArguments = NonNullable<ReturnType<typeof objectArguments>>;

/** Finds the arguments that make an object; `undefined` of a module that nobody configured: it is off, and lacks what it requires. */
export function objectArguments(object: AccountObject) {
  const { definition, outputs, masked } = object;
  const { fields, type } = definition;
  const all = { ...inReadingOrder(fields, outputs), ...keyArguments(type, outputs) };
  const { values, missing } = withUnknownSecrets(fields, all);
  const broken = Map.groupBy(check(fields, values).problems, ({ path }) => moduleOf(path, fields));
  const [problem] = broken.get("") ?? [];
  broken.delete("");
  if (problem && definition.kind === "singleton" && outputs[definition.switchedBy] === false)
    return undefined;
  const isStated = (path: string) => !broken.has(moduleOf(path, fields));
  return {
    object,
    /** Without documented defaults, and without what the service does not show. */
    args: Object.fromEntries(Object.entries(all).filter(([key]) => isStated(key))),
    /** Paths of the secrets that are missing, because the service masks them. */
    missing: [...new Set([...masked, ...missing])].filter(isStated),
    /** Modules that are left out, with the reasons: the service shows them otherwise than they can be configured. */
    left: [...broken].flatMap(([name, problems]) =>
      isObject(all[name]) && all[name].enabled === false
        ? []
        : problems.map((each) => `a module is left out: ${problemText(each)}`),
    ),
    /** Why the object cannot be declared, if it cannot. */
    problem: problem && problemText(problem),
  };
}

/** What identifies an object comes first: that is what is required of it. */
function inReadingOrder(fields: Table, outputs: Values): Values {
  const entries = Object.entries(argumentsIn(fields, outputs));
  return Object.fromEntries(
    entries.sort(([a], [b]) => Number(!fields[a]?.required) - Number(!fields[b]?.required)),
  );
}

/** The arguments among values, without those that a program says by leaving them out. */
const argumentsIn = (table: Table, values: Values): Values =>
  walk(table, values, ({ row, value, below }) => {
    if (!row || row.output || row.providerOnly || !isSet(value)) return undefined;
    if (row.kind === "object") return below();
    if (!row.required && equal(row, undefined, value)) return undefined;
    return row.kind === "objects" && Array.isArray(value)
      ? value.map((item) => argumentsIn(row.fields, item))
      : value;
  });

/** What only its public key tells of an authority's key: without it, the same program makes another key elsewhere. */
function keyArguments(type: string, { publicKey }: Values): Values {
  const key = type === sshCertificateAuthority.type ? parsePublicKey(publicKey) : undefined;
  if (!key) return {};
  const { type: privateKeyType, bits, curve: ellipticCurve } = key;
  const sizes = sshCertificateAuthority.fields.keySize;
  const keySize = sizes?.kind === "oneOf" && sizes.values.includes(bits ?? 0) ? bits : undefined;
  return defined(Object.entries({ privateKeyType, ellipticCurve, keySize }));
}

/** The module of a route that a path leads to; empty if it leads to none. */
function moduleOf(path: string, table: Table): string {
  const name = path.replace(/[.[].*$/, "");
  return name in routeModules && table[name]?.kind === "object" ? name : "";
}
