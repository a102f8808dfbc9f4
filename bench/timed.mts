/** @returns what it took, to the millisecond */
export async function timed<Result>(work: () => Promise<Result>): Promise<{ seconds: number; result: Result }> {
  const begun = performance.now();
  const result = await work();
  return { seconds: Number(((performance.now() - begun) / 1_000).toFixed(3)), result };
}
