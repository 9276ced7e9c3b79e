import { join } from 'node:path';

/** Every path the embedded database uses below the data directory. The README explains them to operators. */
export interface DirectoryLayout {
  /** `<dataDir>/postgres`: belongs to the user of this program, also where the server runs as another. */
  readonly home: string;
  /** The data itself, as PostgreSQL keeps it. */
  readonly cluster: string;
  /** A cluster in the making is called this plus something random, and renamed when it is complete. */
  readonly unfinishedClusterPrefix: string;
  /** Holds the Unix socket; emptied before every start. */
  readonly run: string;
  readonly lock: string;
  readonly lockHolder: string;
  readonly log: string;
  readonly previousLog: string;
  /** Names the short folder outside the data directory through which a long socket path is reached. */
  readonly socketLink: string;
  /** The server's password where there are no Unix sockets. */
  readonly password: string;
}

export function directoryLayout(dataDir: string): DirectoryLayout {
  const home = join(dataDir, 'postgres');
  return {
    home,
    cluster: join(home, 'cluster'),
    unfinishedClusterPrefix: 'cluster.new-',
    run: join(home, 'run'),
    lock: join(home, 'lock'),
    lockHolder: join(home, 'lock-holder'),
    log: join(home, 'server.log'),
    previousLog: join(home, 'server.log.1'),
    socketLink: join(home, 'socket-link'),
    password: join(home, 'password'),
  };
}
