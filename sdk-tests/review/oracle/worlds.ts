/**
 * A choice of one possibility for every question that neither the preview nor the API reference answers. A simulation
 * asks its world, and runs once for each combination of answers.
 */
export class World {
  /** The answers so far, and the number of options for each. */
  readonly #questions: { readonly answer: number; readonly options: number }[] = [];
  readonly #answers = new Map<string, number>();
  readonly #order: string[] = [];
  #isOdd = false;

  constructor(private readonly script: readonly number[]) {}

  /** Chooses an option, the same for the same question. */
  choose(question: string, options = 2): number {
    const known = this.#answers.get(question);
    if (known !== undefined) return known;
    const answer = this.script[this.#questions.length] ?? 0;
    this.#questions.push({ answer, options });
    this.#answers.set(question, answer);
    return answer;
  }

  /** True if the statement holds in this world. */
  holds(question: string): boolean {
    return this.choose(question) === 1;
  }

  /** Like `holds`, for a statement that would be surprising. */
  doubts(question: string): boolean {
    const isSo = this.holds(question);
    this.#isOdd ||= isSo;
    return isSo;
  }

  /** True if a surprising statement holds in this world. */
  get isOdd(): boolean {
    return this.#isOdd;
  }

  /** The first of the keys in an order that is the same for all questions about the order. */
  first(keys: readonly string[]): string | undefined {
    if (keys.length < 2) return keys[0];
    for (const key of keys) {
      if (this.#order.includes(key)) continue;
      // The number of options grows with each key.
      this.#order.splice(this.choose(`position of ${key}`, this.#order.length + 1), 0, key);
    }
    return this.#order.find((key) => keys.includes(key));
  }

  /** The script of the next world; `undefined` after the last one. */
  next(): readonly number[] | undefined {
    const last = this.#questions.findLastIndex(({ answer, options }) => answer + 1 < options);
    const question = this.#questions[last];
    return (
      question && [
        ...this.#questions.slice(0, last).map(({ answer }) => answer),
        question.answer + 1,
      ]
    );
  }
}

/** The limit is higher than the number of worlds of any small ingress. */
const MAX_WORLDS = 100_000;

/** Returns the result of a simulation in each world. */
export function* inEveryWorld<T>(simulate: (world: World) => T): Generator<T> {
  let script: readonly number[] | undefined = [];
  for (let count = 0; script; count++) {
    if (count === MAX_WORLDS)
      throw new Error(`more than ${MAX_WORLDS} worlds: make the ingress smaller`);
    const world: World = new World(script);
    yield simulate(world);
    script = world.next();
  }
}
