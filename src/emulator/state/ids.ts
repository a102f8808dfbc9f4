import { randomInt } from "node:crypto";

// The alphabet is in ASCII order, so that ids compare as text in the order of the numbers at their beginning.
const alphabet = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const timeLength = 8;
const countLength = 3;
const randomLength = 16;

/** The form of an identifier in a path or in a reference. */
export const wellFormedId = /^[A-Za-z0-9_-][A-Za-z0-9._-]{0,127}$/;

const generatedId = new RegExp(
  `_([0-9A-Za-z]{${timeLength}})[0-9A-Za-z]{${countLength + randomLength}}$`,
);

/**
 * Makes ids that sort in the order of creation: a prefix, then 27 base62 characters (time, a counter within the
 * millisecond, random). Pages of a list are cut by id, so a cursor stays valid when its object is deleted.
 */
export class IdGenerator {
  #time: number;
  #count = 0;

  /** @param paths of the existing objects; new ids sort after theirs, even if the clock was set back */
  constructor(
    readonly now: () => Date,
    paths: readonly string[] = [],
  ) {
    const times = paths.map((path) => fromBase62(generatedId.exec(path)?.[1] ?? "0"));
    this.#time = times.reduce((newest, time) => Math.max(newest, time + 1), 0);
  }

  next(prefix: string): string {
    const isFull = this.#count + 1 === 62 ** countLength;
    const time = Math.max(this.now().getTime(), isFull ? this.#time + 1 : this.#time);
    this.#count = time === this.#time ? this.#count + 1 : 0;
    this.#time = time;
    return `${prefix}_${base62(this.#time, timeLength)}${base62(this.#count, countLength)}${random(randomLength)}`;
  }
}

function fromBase62(text: string): number {
  return [...text].reduce((value, digit) => value * 62 + alphabet.indexOf(digit), 0);
}

function base62(value: number, length: number): string {
  let text = "";
  for (let rest = value; text.length < length; rest = Math.floor(rest / 62))
    text = alphabet.charAt(rest % 62) + text;
  return text;
}

function random(length: number): string {
  return Array.from({ length }, () => alphabet.charAt(randomInt(62))).join("");
}
