import { SIGNATURE_KEY } from "../../src/core/pulumi/engine-values";
import { inputRows, type LeafRow, type Row, type Table } from "../../src/core/schema/field";
import { withRepeatingOutputs, withSecrets } from "../../src/core/schema/secrets";
import { isObject, type Values } from "../../src/core/schema/values";
import { isMap, memberPath } from "../../src/core/schema/walk";
import type { ResourceCase } from "../cases/case";

/**
 * The parts that a program marks: each argument as a whole, each value in them, or each member of maps, whose name is
 * not secret.
 */
export type Marking = "arguments" | "values" | "members";

export const MARKINGS: readonly Marking[] = ["arguments", "values", "members"];

/** Arguments that contain canaries, all of them marked as secret. */
export interface Marked {
  readonly args: Values;
  readonly secretPaths: readonly string[];
}

/** Number of characters that distinguish a word of the API from words of messages. */
const MIN_WORD = 10;

/** Number of characters that distinguish a text from all others. */
const MIN_LENGTH = 6;

/**
 * Replaces values with texts and numbers that occur nowhere else. Values of an argument with few valid values are kept,
 * and searched for if they are long enough; flags are not.
 */
export class Canaries {
  private readonly texts = new Set<string>();
  private readonly allowed: string[] = [];
  private count = 0;

  /** The arguments with canaries in place of their values. */
  mark(table: Table, values: Values, marking: Marking): Marked {
    const args = this.inObject(table, values, marking);
    const secretPaths = stated(table, args).flatMap(([key, row]) =>
      pathsOf(row, args[key], key, marking),
    );
    return { args, secretPaths };
  }

  /** Adds a text to search for, with the spellings of services. */
  add<T extends string | number>(canary: T): T {
    const text = String(canary);
    const spellings = [text, text.toLowerCase(), text.toLowerCase().replaceAll(".", "-")];
    for (const spelling of spellings) if (spelling.length >= MIN_LENGTH) this.texts.add(spelling);
    return canary;
  }

  /** Allows a text in output, such as an id in which the engine itself includes a canary. */
  allow(text: string): void {
    this.allowed.push(text);
  }

  /** The canaries that a text contains. */
  in(shown: string): string[] {
    const rest = this.allowed.reduce((text, allowed) => text.replaceAll(allowed, ""), shown);
    const lowered = rest.toLowerCase();
    return [...this.texts].filter((text) => rest.includes(text) || lowered.includes(text));
  }

  private inObject(table: Table, values: Values, marking: Marking): Values {
    return Object.fromEntries(
      stated(table, values).map(([key, row]) => [
        key,
        this.inValue(row, values[key], key, marking),
      ]),
    );
  }

  private inValue(row: Row, value: unknown, key: string, marking: Marking): unknown {
    if (row.kind === "object")
      return isObject(value) ? this.inObject(row.fields, value, marking) : value;
    if (row.kind !== "objects") return this.inLeaf(row, value, key, marking);
    return (value as readonly Values[]).map((item) => this.inObject(row.fields, item, marking));
  }

  private inLeaf(row: LeafRow, value: unknown, key: string, marking: Marking): unknown {
    const at = this.count++;
    const name = (text: string) => (marking === "members" ? text : this.add(text));
    switch (row.kind) {
      case "string":
        return this.add(OF_SERVICE.includes(key) ? String(value) : `Canary-${at}-text`);
      case "domain":
        return this.add(`C4nary${at}.H1dden${at}.example.com`);
      case "set":
      case "list":
        return [this.add(`Canary-${at}-item`), this.add(`Canary-${at}-other`)];
      case "headerNames":
        return [this.add(`X-Canary-${at}-gone`)];
      case "headers":
        return { [name(`X-Canary-${at}-name`)]: this.add(`Canary-${at}-field`) };
      case "json":
        return {
          [name(`canary-${at}-key`)]: [
            this.add(`Canary-${at}-json`),
            { deep: this.add(98_765_000 + at) },
          ],
        };
      case "uint32":
        return row.max === undefined ? this.add(987_654_000 + at) : value;
      case "fraction":
        return this.add(Number(`0.98765${at}1`));
      case "oneOf":
        return typeof value === "string" && value.length >= MIN_WORD ? this.add(value) : value;
      case "boolean":
        return value;
    }
  }
}

/** Every argument of a kind except the size of an RSA key: the local server takes seconds to generate one. */
export function argumentsOf({ whole, replaced }: ResourceCase): Values {
  const { keySize, ...args } = whole.args;
  return keySize === undefined ? args : { ...args, ...replaced };
}

/** Texts that the local server accepts only from a list. */
const OF_SERVICE = ["ellipticCurve", "minVersion"];

const stated = (table: Table, values: Values) => inputRows(table).filter(([key]) => key in values);

function pathsOf(row: Row, value: unknown, path: string, marking: Marking): string[] {
  if (row.secret) return [];
  if (marking !== "arguments" && row.kind === "object" && isObject(value))
    return stated(row.fields, value).flatMap(([key, member]) =>
      pathsOf(member, value[key], `${path}.${key}`, marking),
    );
  const isOfMembers = marking === "members" && isMap(row) && isObject(value);
  return isOfMembers ? Object.keys(value).map((name) => memberPath(path, name)) : [path];
}

/** Returns values in the form in which a reader without access to secrets sees them. */
export function inClearAlone(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inClearAlone);
  if (!isObject(value)) return value;
  if (SIGNATURE_KEY in value) return "[secret]";
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [key, inClearAlone(member)]),
  );
}

/**
 * The properties of a dynamic resource with the values that the engine encrypts: those that its arguments and options
 * mark.
 */
export const asEncrypted = (table: Table, props: Values, secretPaths: readonly string[]): Values =>
  withSecrets(table, props, undefined, withRepeatingOutputs(table, secretPaths));
