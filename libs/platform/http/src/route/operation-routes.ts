import { Type } from 'typebox';
import type { Kernel } from '@cubit/runtime';
import type { RouteDefinition } from '@cubit/core/host';
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

/** Liveness, readiness and metrics, for operators. */
export function operationRoutes(
  kernel: Pick<Kernel, 'health' | 'modulesLeft'>,
  metrics: HttpMetrics | null,
): readonly RouteDefinition[] {
  const alive: RouteDefinition = {
    ...route('/healthz', 'The process is alive.', ({ query, address }) => {
      const { client } = query as { readonly client?: boolean };
      return Promise.resolve({ status: 200, body: { status: 'ok', ...(client === true && { client: { address } }) } });
    }),
    // The caller's own address as the program sees it, to check which proxies are trusted.
    query: Type.Object({ client: Type.Optional(Type.Boolean()) }),
  };
  const ready = route('/readyz', 'The process can do its work.', async () => {
    const { modulesLeft: left } = kernel;
    const health = { ...(await kernel.health()), ...(left.length > 0 ? { modules_left_out: left } : {}) };
    // Degraded counts as ready: if a disk is full, there is no other instance to send requests to.
    if (health.status !== 'unavailable') return { status: 200, body: health };
    return { status: 503, body: health, headers: { 'retry-after': '1' } };
  });
  if (!metrics) return [alive, ready];
  const figures = route('/metrics', 'Figures for Prometheus.', async () => ({
    status: 200,
    bytes: await metrics.text(),
    mediaType: metrics.mediaType,
  }));
  return [alive, ready, figures];
}
