import { once } from 'node:events';
import type { RouteReply } from '@cubit/core';
import type { Exchange } from '../exchange.js';

const EVENT_STREAM = 'text/event-stream';
/** An event stream that was silent for so long sends a comment: proxies close silent connections. */
const SILENCE_MS = 15_000;
const COMMENT = ': keep-alive\n\n';

/** Sends a stream at the speed of the client. Ends the source when the client disconnects or `cut` aborts. */
export async function sendStream(
  exchange: Exchange,
  stream: NonNullable<RouteReply['stream']>,
  { cut, mediaType }: Pick<RouteReply, 'cut' | 'mediaType'>,
): Promise<void> {
  const { res, req } = exchange;
  const source = stream[Symbol.asyncIterator]();
  if (req.method === 'HEAD' || exchange.gone) {
    await source.return?.();
    return void res.end();
  }
  // Clients of an event stream wait for the header fields before the first event.
  res.flushHeaders();
  const onCut = () => endNow(exchange);
  if (cut?.aborted === true) onCut();
  cut?.addEventListener('abort', onCut, { once: true });
  const isOver = () => exchange.gone || res.writableEnded;
  const silence = mediaType === EVENT_STREAM ? setInterval(() => sendComment(exchange), SILENCE_MS) : undefined;
  try {
    for (let next = await source.next(); next.done !== true; next = await source.next()) {
      if (isOver()) return;
      silence?.refresh();
      if (!res.write(next.value)) await drained(exchange);
    }
    if (!isOver()) res.end();
  } finally {
    clearInterval(silence);
    cut?.removeEventListener('abort', onCut);
    if (isOver()) await source.return?.();
  }
}

/** To a slow client, bytes are under way already. */
function sendComment({ res }: Exchange): void {
  if (res.writableLength === 0 && !res.writableEnded && !res.destroyed) res.write(COMMENT);
}

/** Discards data buffered for a slow client, together with its connection. */
function endNow({ res }: Exchange): void {
  if (res.writableLength > 0) res.destroy();
  else res.end();
}

async function drained({ res }: Exchange): Promise<void> {
  const settled = new AbortController();
  const either = ['drain', 'close'].map((event) => once(res, event, { signal: settled.signal }).catch(ignoreAbort));
  await Promise.race(either);
  settled.abort();
}

/** The listener that lost the race is aborted. */
function ignoreAbort(error: unknown): void {
  if (!(error instanceof Error) || error.name !== 'AbortError') throw error;
}
