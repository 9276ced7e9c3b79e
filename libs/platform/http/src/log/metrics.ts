import type { Kernel } from '@cubit/runtime';
import type { Histogram, Registry } from 'prom-client';

/** Upper bounds of the histogram, in seconds. */
const BUCKETS_S = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];
const SECOND_MS = 1_000;
const LABELS = ['method', 'route', 'status'] as const;
/** Methods that no route has are counted under one label; otherwise clients could add series without limit. */
const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);
type Label = (typeof LABELS)[number];

type ShownModules = Pick<Kernel, 'registry' | 'modulesLeft'>;

/** Durations of requests by method, route and status, in Prometheus format. */
export class HttpMetrics {
  readonly #registry: Registry;
  readonly #durations: Histogram<Label>;

  private constructor(registry: Registry, durations: Histogram<Label>) {
    this.#registry = registry;
    this.#durations = durations;
  }

  /** Loads `prom-client` only when metrics are on. */
  static async create({ registry: { modules }, modulesLeft }: ShownModules): Promise<HttpMetrics> {
    const { default: prometheus } = await import('prom-client');
    const registry = new prometheus.Registry();
    const registers = [registry];
    const durations = new prometheus.Histogram({
      name: 'http_request_duration_seconds',
      help: 'Time from request to answer.',
      labelNames: LABELS,
      buckets: BUCKETS_S,
      registers,
    });
    new prometheus.Gauge({
      name: 'process_resident_memory_bytes',
      help: 'Resident memory of the process.',
      registers,
      collect() {
        this.set(process.memoryUsage.rss());
      },
    });
    const states = new prometheus.Gauge({
      name: 'cubit_module_state',
      help: '1 for the state of each module: active, or left out of this start.',
      labelNames: ['module', 'state'],
      registers,
    });
    for (const module of modules.keys()) states.set({ module, state: 'active' }, 1);
    for (const module of modulesLeft) states.set({ module, state: 'left_out' }, 1);
    return new HttpMetrics(registry, durations);
  }

  observe({ method, route, status }: Readonly<Record<Label, string | number>>, ms: number): void {
    const known = METHODS.has(String(method)) ? method : 'other';
    this.#durations.observe({ method: known, route, status }, ms / SECOND_MS);
  }

  get mediaType(): string {
    return this.#registry.contentType;
  }

  /** The metrics in Prometheus text format. */
  text(): Promise<string> {
    return this.#registry.metrics();
  }
}
