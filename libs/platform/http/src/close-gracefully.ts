import type { Server } from 'node:http';

interface CloseOptions {
  readonly cubit: { close(): void };
  readonly graceMs: number;
}

/** Interval of the check for idle connections. Their last answer began before the shutdown, so it had no `Connection: close`. */
const IDLE_CHECK_MS = 25;

/** Accepts no new connections, ends streams and waits for the other requests. Closes what is left after `graceMs`. */
export async function closeGracefully(server: Server, { cubit, graceMs }: CloseOptions): Promise<void> {
  // A server that does not listen calls back with an error: it is closed already.
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  cubit.close();
  const idle = setInterval(() => server.closeIdleConnections(), IDLE_CHECK_MS);
  const cut = setTimeout(() => server.closeAllConnections(), graceMs);
  try {
    await closed;
  } finally {
    clearInterval(idle);
    clearTimeout(cut);
  }
}
