import type { DatabaseConnection } from './database-server.js';

/** The folder of a Unix socket is passed as the parameter `host`, because a URL has no place for it. */
export function connectionUrl({ host, port, user, password, database }: DatabaseConnection): string {
  const url = new URL(`postgresql://localhost/${encodeURIComponent(database)}`);
  if (host.startsWith('/')) {
    url.searchParams.set('host', host);
    if (port !== undefined) url.searchParams.set('port', String(port));
  } else {
    url.hostname = host;
    url.port = String(port ?? '');
  }
  url.username = user ?? '';
  url.password = password ?? '';
  return url.href;
}
