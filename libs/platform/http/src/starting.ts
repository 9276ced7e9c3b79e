import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { StartStep } from '@cubit/runtime';
import { errorBody } from '@cubit/core/host';
import { errorOf } from '@cubit/core';
import { requestId } from './exchange.js';
import { pathOf } from './route/request-path.js';

const HEADERS = {
  'content-type': 'application/json; charset=utf-8',
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  // The next request on a connection may be for the program that has started.
  connection: 'close',
};

interface StartingAnswer {
  readonly status: number;
  readonly body: unknown;
}

/** Answers requests while the program starts: it is alive, and not ready. `step` is what it does. */
export function answerWhileStarting(step: () => StartStep): (req: IncomingMessage, res: ServerResponse) => void {
  return (req, res) => {
    const { status, body } = answerTo(pathOf(req.url ?? '/'), step());
    const text = JSON.stringify(body);
    res.writeHead(status, {
      ...HEADERS,
      'x-request-id': requestId(req, randomUUID),
      'content-length': Buffer.byteLength(text),
      ...(status === 200 ? {} : { 'retry-after': '1' }),
    });
    res.end(req.method === 'HEAD' ? undefined : text);
    req.resume();
  };
}

function answerTo(path: string, step: StartStep): StartingAnswer {
  if (path === '/healthz') return { status: 200, body: { status: 'ok' } };
  if (path === '/readyz')
    return { status: 503, body: { status: 'unavailable', checks: { migrations: 'pending' }, ...step } };
  return { status: 503, body: errorBody(errorOf('unavailable', `The server is starting (${step.reason}).`)) };
}
