import { findFreeName } from "../codegen/symbols";
import { camelCase } from "../core/schema/case";
import { undescribedSecrets, withoutNames } from "../core/schema/undescribed-secrets";
import { isSet } from "../core/schema/values";
import { visits } from "../core/schema/walk";
import type { ObjectArguments } from "./object-arguments";

/** A secret of an object. */
export interface FoundSecret {
  readonly path: string;
  /** The name of its setting, or of its member in a setting. */
  readonly member: string;
  /** Undefined if the service masks the secret. */
  readonly value: string | undefined;
  /** True if the value is an integer. Default: the value is a text. */
  readonly isNumber?: boolean | undefined;
  /** True if the program must mark the value, because the API does not describe it as a secret. */
  readonly isMarked: boolean;
}

/** Finds the secrets that the API describes, and credentials in arguments that it does not describe. */
export function findSecrets(
  { object: { definition }, args, missing }: ObjectArguments,
  plaintextNames: ReadonlySet<string> = new Set(),
): FoundSecret[] {
  const members = new Set<string>();
  const addMember = (path: readonly string[]): string => {
    const preferred = memberName(path);
    const member = findFreeName(preferred, (name) => members.has(name));
    members.add(member);
    return member;
  };
  const secrets: FoundSecret[] = [];
  for (const { row, value, path, names } of visits(definition.fields, args)) {
    if (!row?.secret || !(isSet(value) || missing.includes(path))) continue;
    const text = isSet(value) ? String(value) : undefined;
    secrets.push({ path, member: addMember(names), value: text, isMarked: false });
  }
  const credentials = withoutNames(undescribedSecrets(definition.fields, args), plaintextNames);
  for (const { path, names, text, isNumber } of credentials)
    secrets.push({ path, member: addMember(names), value: text, isNumber, isMarked: true });
  return secrets;
}

/** A name from the first and the last name of a path. */
function memberName(path: readonly string[]): string {
  const ends = [path.at(0), path.at(-1)].filter((name) => name !== undefined);
  return camelCase([...new Set(ends)].join("-"));
}
