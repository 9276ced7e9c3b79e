/** Upper bounds of the histogram, in seconds. */
const BUCKETS_S = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10] as const;
const SECOND_MS = 1_000;

interface Series {
  count: number;
  sumS: number;
  readonly buckets: number[];
}

/** Requests and how long they took, by route and status, as Prometheus reads them. Routes are few, so the series are. */
export class HttpMetrics {
  readonly #series = new Map<string, Series>();

  observe(request: { readonly method: string; readonly route: string; readonly status: number }, ms: number): void {
    const labels = `method="${request.method}",route="${request.route}",status="${request.status}"`;
    let series = this.#series.get(labels);
    if (!series) this.#series.set(labels, (series = { count: 0, sumS: 0, buckets: BUCKETS_S.map(() => 0) }));
    const seconds = ms / SECOND_MS;
    series.count += 1;
    series.sumS += seconds;
    const bucket = BUCKETS_S.findIndex((bound) => seconds <= bound);
    if (bucket >= 0) series.buckets[bucket] = (series.buckets[bucket] ?? 0) + 1;
  }

  /** Prometheus text format 0.0.4. */
  text(): string {
    const name = 'http_request_duration_seconds';
    const lines = [`# HELP ${name} Time from request to answer.`, `# TYPE ${name} histogram`];
    for (const [labels, { count, sumS, buckets }] of this.#series) {
      let below = 0;
      for (const [index, bound] of BUCKETS_S.entries()) {
        below += buckets[index] ?? 0;
        lines.push(`${name}_bucket{${labels},le="${bound}"} ${below}`);
      }
      lines.push(
        `${name}_bucket{${labels},le="+Inf"} ${count}`,
        `${name}_sum{${labels}} ${sumS}`,
        `${name}_count{${labels}} ${count}`,
      );
    }
    lines.push(
      '# TYPE process_resident_memory_bytes gauge',
      `process_resident_memory_bytes ${process.memoryUsage.rss()}`,
    );
    return `${lines.join('\n')}\n`;
  }
}
