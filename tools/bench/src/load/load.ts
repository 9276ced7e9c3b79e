import { createHistogram, type RecordableHistogram } from 'node:perf_hooks';
import { Pool } from 'undici';

export interface LoadRequest {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly body?: string;
}

export interface LoadOptions {
  readonly origin: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Connections, each with one request in flight. */
  readonly connections: number;
  readonly seconds: number;
  /** The request to send next. */
  readonly next: () => LoadRequest;
}

export interface LoadResult {
  readonly requests: number;
  readonly seconds: number;
  /** Microseconds from the start of a request to the last byte of its answer. */
  readonly latency: RecordableHistogram;
}

/** An answer other than 2xx: the run did not measure what it claims. */
export class UnexpectedAnswer extends Error {
  override readonly name = 'UnexpectedAnswer';
}

const LONGEST_US = 120_000_000;
const US_PER_MS = 1_000;
const MS_PER_SECOND = 1_000;

/** Sends requests over all connections, each the next one as soon as its last is answered, until the time is up. */
export async function runLoad(options: LoadOptions): Promise<LoadResult> {
  const { origin, connections, seconds } = options;
  const pool = new Pool(origin, { connections, pipelining: 1 });
  const latency = createHistogram({ lowest: 1, highest: LONGEST_US, figures: 3 });
  const startedAt = performance.now();
  const until = startedAt + seconds * MS_PER_SECOND;
  let requests = 0;
  const client = async () => {
    while (performance.now() < until) {
      const sentAt = performance.now();
      await send(pool, options);
      latency.record(Math.max(1, Math.round((performance.now() - sentAt) * US_PER_MS)));
      requests += 1;
    }
  };
  try {
    await Promise.all(Array.from({ length: connections }, client));
    return { requests, seconds: (performance.now() - startedAt) / MS_PER_SECOND, latency };
  } finally {
    await pool.destroy();
  }
}

/**
 * `dispatch` instead of `request`: a stream per answer would cost the client more than some answers cost the
 * server.
 */
function send(pool: Pool, { next, headers }: LoadOptions): Promise<void> {
  const { method, path, body } = next();
  return new Promise((resolve, reject) => {
    let status = 0;
    let fault = '';
    pool.dispatch(
      { method, path, headers, ...(body === undefined ? {} : { body }) },
      {
        onRequestStart: () => {},
        onResponseStart: (_controller, statusCode) => {
          status = statusCode;
        },
        onResponseData: (_controller, chunk) => {
          if (!isGood(status)) fault += chunk.toString('utf8');
        },
        onResponseEnd: () => {
          if (isGood(status)) resolve();
          else reject(new UnexpectedAnswer(`${method} ${path} gave ${status}: ${fault}`));
        },
        onResponseError: (_controller, error) => reject(error),
      },
    );
  });
}

function isGood(status: number): boolean {
  return status >= 200 && status < 300;
}
