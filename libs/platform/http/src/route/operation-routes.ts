import { fail, type Kernel, type RouteDefinition } from '@cubit/core';
import type { HttpMetrics } from '../log/metrics.js';

const route = (path: string, summary: string, handler: RouteDefinition['handler']): RouteDefinition => ({
  operationId: `operation ${path}`,
  method: 'GET',
  path,
  summary,
  tag: 'Operation',
  access: 'anonymous',
  responses: { 200: { description: summary } },
  hidden: true,
  handler,
});

/** What those who run the instance ask: is it alive, can it work, how is it doing. */
export function operationRoutes(
  kernel: Pick<Kernel, 'ready'>,
  metrics: HttpMetrics | null,
): readonly RouteDefinition[] {
  const alive = route('/healthz', 'The process is alive.', () =>
    Promise.resolve({ status: 200, body: { status: 'ok' } }),
  );
  const ready = route('/readyz', 'The process can do its work.', async () => {
    if (await kernel.ready()) return { status: 200, body: { status: 'ok' } };
    throw fail('unavailable', 'The program has not started yet, or the database does not answer.', {
      headers: { 'retry-after': '1' },
    });
  });
  if (!metrics) return [alive, ready];
  const figures = route('/metrics', 'Figures for Prometheus.', () =>
    Promise.resolve({ status: 200, bytes: metrics.text(), mediaType: 'text/plain; version=0.0.4; charset=utf-8' }),
  );
  return [alive, ready, figures];
}
