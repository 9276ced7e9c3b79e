import { randomBytes } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import type { DatabaseConnection } from './database-server.js';
import type { DirectoryLayout } from './directory-layout.js';
import { openSocketLink, removeSocketLink } from './socket-link.js';

export const SUPERUSER = 'cubit';
const SOCKET_PORT = 5432;

/** The way in which only this program reaches its server. */
export interface Transport {
  /** Passed to `initdb`; undefined if the file system controls access. */
  readonly password?: string;
  /** The content of `pg_hba.conf`. */
  readonly accessRules: string;
  /** The port for the next start. */
  choosePort(): Promise<number>;
  readonly serverSettings: Readonly<Record<string, string>>;
  connection(port: number, database: string): DatabaseConnection;
  /** Removes files outside the data directory, after the server has ended. */
  close(): Promise<void>;
}

export function openTransport(
  layout: DirectoryLayout,
  kind: 'socket' | 'loopback' = process.platform === 'win32' ? 'loopback' : 'socket',
): Promise<Transport> {
  return kind === 'loopback' ? loopbackTransport(layout) : socketTransport(layout);
}

/** A socket in a folder that only the database user (and root) can access: no port conflicts and no password. */
async function socketTransport(layout: DirectoryLayout): Promise<Transport> {
  const host = await openSocketLink(layout);
  return {
    accessRules: 'local all all trust\n',
    choosePort: async () => SOCKET_PORT,
    serverSettings: {
      listen_addresses: '',
      // Relative to the cluster, the working directory of the server, so neither the length nor the access rights
      // of the parents matter.
      unix_socket_directories: '../run',
      unix_socket_permissions: '0700',
    },
    connection: (port, database) => ({ host, port, user: SUPERUSER, database, ssl: false }),
    close: () => removeSocketLink(layout),
  };
}

/** Without Unix sockets: a free port of the loopback address and a generated password. */
async function loopbackTransport(layout: DirectoryLayout): Promise<Transport> {
  const password = await storedPassword(layout.password);
  return {
    password,
    accessRules: 'host all all 127.0.0.1/32 scram-sha-256\n',
    choosePort: freePort,
    serverSettings: { listen_addresses: '127.0.0.1', unix_socket_directories: '' },
    connection: (port, database) => ({ host: '127.0.0.1', port, user: SUPERUSER, password, database, ssl: false }),
    close: async () => {},
  };
}

async function storedPassword(file: string): Promise<string> {
  const kept = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  if (kept) return kept.trim();
  const password = randomBytes(24).toString('base64url');
  await writeFile(file, `${password}\n`, { mode: 0o600 });
  return password;
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer().once('error', reject);
    probe.listen({ host: '127.0.0.1', port: 0 }, () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}
