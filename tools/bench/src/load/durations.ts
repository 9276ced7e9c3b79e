/** Duration of `work` in ms. */
export async function timed(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}

/**
 * The duration in ms that the share of requests stays within: 0.95 is the 95th percentile. Requests run one after
 * the other.
 */
export async function quantile(
  { count, share, warmUp = 0 }: { readonly count: number; readonly share: number; readonly warmUp?: number },
  request: (index: number) => Promise<unknown>,
): Promise<number> {
  for (let index = 0; index < warmUp; index += 1) await request(index);
  const times: number[] = [];
  for (let index = 0; index < count; index += 1) times.push(await timed(() => request(index)));
  return times.toSorted((one, other) => one - other)[Math.floor(count * share)] ?? NaN;
}
