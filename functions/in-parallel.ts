/** Does all of it, so many at once. What has failed is null. */
export async function inParallel<Result>(
  work: readonly (() => Promise<Result>)[],
  most: number,
): Promise<(Result | null)[]> {
  const results: (Result | null)[] = work.map(() => null);
  const queue = work.entries();
  const worker = async () => {
    for (const [index, act] of queue) results[index] = await act().catch(() => null);
  };
  await Promise.all(Array.from({ length: Math.min(most, work.length) }, worker));
  return results;
}
