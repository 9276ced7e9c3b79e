import type { Logger } from '@cubit/core/host';
import type { Exchange } from '../exchange.js';
import type { HttpMetrics } from './metrics.js';

export interface RequestLogOptions {
  readonly log: Logger;
  /** Null: no line per request. */
  readonly lines: boolean;
  readonly metrics: HttpMetrics | null;
}

/** Logs and measures one finished request. */
export type LogRequest = (exchange: Exchange) => void;

export function requestLogger({ log, lines, metrics }: RequestLogOptions): LogRequest {
  return ({ req, res, id, route, startedAtMs, caller, workspace }) => {
    const method = req.method ?? '';
    const status = res.statusCode;
    const ms = performance.now() - startedAtMs;
    metrics?.observe({ method, route, status }, ms);
    if (!lines) return;
    const details = {
      request_id: id,
      method,
      route,
      status,
      ms: Math.round(ms * 100) / 100,
      user_id: caller?.user.id,
      workspace: workspace?.slug,
      complete: res.writableFinished ? undefined : false,
    };
    log.info(details, 'request');
  };
}
