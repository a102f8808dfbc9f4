import type { AccountObject } from "../account/account";
import { routeModules } from "../core/definitions/modules";
import { sshCertificateAuthority } from "../core/definitions/ssh-certificate-authority";
import { parsePublicKey } from "../core/resources/ssh-certificate-authority";
import { check } from "../core/schema/check";
import { equal } from "../core/schema/diff";
import type { Table } from "../core/schema/field";
import { type Problem, problemText } from "../core/schema/problem";
import { withUnknownSecrets } from "../core/schema/secrets";
import { defined, isObject, isSet, type Values } from "../core/schema/values";
import { walk } from "../core/schema/walk";

/** The arguments with which a program declares an object. */
export interface ObjectArguments {
  readonly object: AccountObject;
  /** Arguments without documented defaults, and without values that the service does not return. */
  readonly args: Values;
  /** Paths of the secrets that are missing, because the service masks them. */
  readonly missing: readonly string[];
  /** Reasons why modules are left out: the service returns a configuration that no request can set. */
  readonly omissions: readonly string[];
  /** The reason why the object cannot be declared. */
  readonly problem: string | undefined;
}

/**
 * Finds the arguments of an object. Undefined for a module that is not configured: it is disabled, and lacks required arguments.
 */
export function objectArguments(object: AccountObject): ObjectArguments | undefined {
  const { definition, outputs, masked } = object;
  const { fields, type } = definition;
  const declarable = { ...identityFirst(fields, outputs), ...keyArguments(type, outputs) };
  const { values, missing } = withUnknownSecrets(fields, declarable);
  const problems = Map.groupBy(check(fields, values).problems, ({ path }) =>
    moduleAt(path, fields),
  );
  const [problem] = problems.get(NO_MODULE) ?? [];
  problems.delete(NO_MODULE);
  const isDisabled = definition.kind === "singleton" && outputs[definition.switchedBy] === false;
  if (problem && isDisabled) return undefined;
  const isDeclared = (path: string) => !problems.has(moduleAt(path, fields));
  return {
    object,
    args: Object.fromEntries(Object.entries(declarable).filter(([name]) => isDeclared(name))),
    missing: [...new Set([...masked, ...missing])].filter(isDeclared),
    omissions: omissions(problems, declarable),
    problem: problem && problemText(problem),
  };
}

/** Reasons why modules are left out. A disabled module is the same as a missing module. */
function omissions(problems: ReadonlyMap<string, readonly Problem[]>, args: Values): string[] {
  const reasons: string[] = [];
  for (const [name, found] of problems) {
    const module = args[name];
    if (isObject(module) && module.enabled === false) continue;
    reasons.push(...found.map((problem) => `a module is left out: ${problemText(problem)}`));
  }
  return reasons;
}

/** Sorts required arguments first, because they identify the object. */
function identityFirst(fields: Table, outputs: Values): Values {
  const entries = Object.entries(declaredArguments(fields, outputs));
  return Object.fromEntries(
    entries.sort(([a], [b]) => Number(!fields[a]?.required) - Number(!fields[b]?.required)),
  );
}

/** The arguments in the outputs of an object, without default values. */
const declaredArguments = (table: Table, values: Values): Values =>
  walk(table, values, ({ row, value, below }) => {
    if (!row || row.output || row.providerOnly || !isSet(value)) return undefined;
    if (row.kind === "object") return below();
    if (!row.required && equal(row, undefined, value)) return undefined;
    if (row.kind !== "objects" || !Array.isArray(value)) return value;
    return value.map((item) => declaredArguments(row.fields, item));
  });

/**
 * The arguments that describe the key of a certificate authority. Only the public key contains them. Without these arguments, the
 * program would create another type of key in another account.
 */
function keyArguments(type: string, { publicKey }: Values): Values {
  const key = type === sshCertificateAuthority.type ? parsePublicKey(publicKey) : undefined;
  if (!key) return {};
  const { type: privateKeyType, bits, curve: ellipticCurve } = key;
  const sizes = sshCertificateAuthority.fields.keySize;
  const isAllowedSize = sizes?.kind === "oneOf" && sizes.values.includes(bits ?? 0);
  const keySize = isAllowedSize ? bits : undefined;
  return defined(Object.entries({ privateKeyType, ellipticCurve, keySize }));
}

/** The module at a path that does not lead to a module. */
const NO_MODULE = "";

/** The module of a route at a path. */
function moduleAt(path: string, table: Table): string {
  const name = path.replace(/[.[].*$/, "");
  return name in routeModules && table[name]?.kind === "object" ? name : NO_MODULE;
}
