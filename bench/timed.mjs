/**
 * @template Result
 * @param {() => Promise<Result>} work
 * @returns {Promise<{ seconds: number, result: Result }>} what it took, to the millisecond
 */
export async function timed(work) {
  const begun = performance.now();
  const result = await work();
  return { seconds: Number(((performance.now() - begun) / 1_000).toFixed(3)), result };
}
