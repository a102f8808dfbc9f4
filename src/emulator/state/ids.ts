import { randomInt } from "node:crypto";

// In ASCII order, so that comparing two ids as text compares the numbers they start with.
const alphabet = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const timeLength = 8;
const countLength = 3;
const randomLength = 16;

/** What an identifier in a path or in a reference looks like. */
export const wellFormedId = /^[A-Za-z0-9_-]{1,128}$/;

/**
 * Makes ids that sort in the order of creation: a prefix, then 27 base62 characters (time, a counter within the
 * millisecond, random). Pages of a list are cut by id, so a cursor stays valid when its object is deleted.
 */
export class IdGenerator {
  #time = 0;
  #count = 0;

  constructor(readonly now: () => Date) {}

  next(prefix: string): string {
    const time = Math.max(this.now().getTime(), this.#time);
    this.#count = time === this.#time ? this.#count + 1 : 0;
    this.#time = time;
    return `${prefix}_${base62(time, timeLength)}${base62(this.#count, countLength)}${random(randomLength)}`;
  }
}

function base62(value: number, length: number): string {
  let text = "";
  for (let rest = value; text.length < length; rest = Math.floor(rest / 62)) text = alphabet.charAt(rest % 62) + text;
  return text;
}

function random(length: number): string {
  return Array.from({ length }, () => alphabet.charAt(randomInt(62))).join("");
}
