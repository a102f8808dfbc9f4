/** Where samples begin, so that they differ from run to run. The variable repeats the samples of a run, whose titles name it. */
export const SAMPLE_FROM = Number(process.env.SAMPLE_FROM ?? Math.floor(Math.random() * 1000));

/** What a title says of a sample. */
export const sampleTitle = (oneIn: number): string =>
  process.env.ALL_TESTS ? "all" : `one in ${oneIn} (SAMPLE_FROM=${SAMPLE_FROM})`;

/** Whether an item is in a sample of one in so many; `npm test -- --all` takes all of them. */
export const isSampled = (index: number, oneIn: number): boolean =>
  Boolean(process.env.ALL_TESTS) || index % oneIn === SAMPLE_FROM % oneIn;
