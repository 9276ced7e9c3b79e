import type { IncomingMessage } from 'node:http';

/** Limits for reading the rest of a body: total time, idle time and size. */
const TOTAL_MS = 10_000;
const IDLE_MS = 2_000;
const MAX_BYTES = 64 * 1024 * 1024;

/**
 * Reads and discards the rest of a body. If the connection is closed while the client still sends, it is reset and the client may lose
 * the answer. Resolves when the body has ended or a limit is reached.
 */
export function drainBody(req: IncomingMessage): Promise<void> {
  if (req.readableEnded || req.destroyed) return Promise.resolve();
  return new Promise((resolve) => {
    let bytes = 0;
    const onData = (chunk: Buffer) => {
      bytes += chunk.length;
      idle.refresh();
      if (bytes > MAX_BYTES) done();
    };
    const done = () => {
      clearTimeout(total);
      clearTimeout(idle);
      req.off('data', onData).off('end', done).off('close', done).off('error', done);
      resolve();
    };
    const total = setTimeout(done, TOTAL_MS);
    const idle = setTimeout(done, IDLE_MS);
    // An aborted upload leaves a `readable` listener behind, which keeps the stream paused.
    req.removeAllListeners('readable').on('data', onData).on('end', done).on('close', done).on('error', done).resume();
  });
}
