import type { FastifyInstance } from 'fastify';
import type { Exchange } from './exchange.js';

/** What the parts of a server share about its end. */
export interface Closing {
  /** Answers from now on tell their client to close the connection. */
  begun: boolean;
}

interface CloseOptions {
  readonly closing: Closing;
  /** Exchanges that would go on for ever. */
  readonly streams: ReadonlySet<Exchange>;
  readonly graceMs: number;
}

/** How often connections are looked for whose last answer began before the end did, so that it could not tell of it. */
const IDLE_CHECK_MS = 25;

/** Takes no new connections, ends streams, and waits for the rest; what is left after `graceMs` is cut. */
export async function closeGracefully(
  app: FastifyInstance,
  { closing, streams, graceMs }: CloseOptions,
): Promise<void> {
  closing.begun = true;
  const closed = app.close();
  for (const exchange of streams) exchange.abort();
  const idle = setInterval(() => app.server.closeIdleConnections(), IDLE_CHECK_MS);
  const cut = setTimeout(() => app.server.closeAllConnections(), graceMs);
  try {
    await closed;
  } finally {
    clearInterval(idle);
    clearTimeout(cut);
  }
}
