/**
 * Start of the samples, which differs from run to run. The variable repeats the samples of a run, whose titles contain
 * it.
 */
export const SAMPLE_FROM = Number(process.env.SAMPLE_FROM ?? Math.floor(Math.random() * 1000));

/** Returns the description of a sample in a title. */
export const sampleTitle = (interval: number): string =>
  process.env.ALL_TESTS ? "all" : `one in ${interval} (SAMPLE_FROM=${SAMPLE_FROM})`;

/** True if an item is in a sample of this fraction of all items; `npm test -- --all` takes all items. */
export const isSampled = (index: number, interval: number): boolean =>
  Boolean(process.env.ALL_TESTS) || index % interval === SAMPLE_FROM % interval;
