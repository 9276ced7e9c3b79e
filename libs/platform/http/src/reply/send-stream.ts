import { once } from 'node:events';
import type { Exchange } from '../exchange.js';

/** Sends what comes as fast as the client takes it. Ends the source when the client leaves. */
export async function sendStream(exchange: Exchange, stream: AsyncIterable<string | Uint8Array>): Promise<void> {
  const { res, req } = exchange;
  const source = stream[Symbol.asyncIterator]();
  if (req.method === 'HEAD' || exchange.gone) {
    await source.return?.();
    return void res.end();
  }
  // A client waits for the header fields of an event stream before anything has happened.
  res.flushHeaders();
  try {
    for (let next = await source.next(); next.done !== true; next = await source.next()) {
      if (exchange.gone) return;
      if (!res.write(next.value)) await drained(exchange);
    }
    res.end();
  } finally {
    if (exchange.gone) await source.return?.();
  }
}

async function drained({ res }: Exchange): Promise<void> {
  const settled = new AbortController();
  const either = ['drain', 'close'].map((event) => once(res, event, { signal: settled.signal }).catch(ignoreAbort));
  await Promise.race(either);
  settled.abort();
}

/** The loser of the race is called off. */
function ignoreAbort(error: unknown): void {
  if (!(error instanceof Error) || error.name !== 'AbortError') throw error;
}
