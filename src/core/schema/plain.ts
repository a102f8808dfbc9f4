/** What stands around a value that only an apply knows; told by its form, so that no library of the engine is needed. */
interface Eventual<T> {
  apply(...args: never[]): unknown;
  get(): T;
}

/** A value of an argument: without the promises and outputs that may stand around it, and its parts, in a program. */
export type Plain<T> =
  T extends Promise<infer P> ? PlainParts<P> : T extends Eventual<infer E> ? PlainParts<E> : PlainParts<T>;

type PlainParts<T> = T extends readonly (infer Item)[]
  ? Plain<Item>[]
  : T extends object
    ? { [K in keyof T]: Plain<T[K]> }
    : T;
