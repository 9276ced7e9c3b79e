import { join } from 'node:path';

/** Every path of the embedded database below the data directory. The README explains them to operators. */
export interface DirectoryLayout {
  /** `<dataDir>/postgres`: owned by the user of this program, even if the server runs as another. */
  readonly home: string;
  /** The data, in PostgreSQL's layout. */
  readonly cluster: string;
  /** An incomplete cluster has this name with a random suffix, and is renamed when it is complete. */
  readonly unfinishedClusterPrefix: string;
  /** Contains the Unix socket; emptied before every start. */
  readonly run: string;
  readonly lock: string;
  readonly lockHolder: string;
  readonly log: string;
  readonly previousLog: string;
  /** Contains the path of the short folder outside the data directory through which a long socket path is reached. */
  readonly socketLink: string;
  /** The password of the server if there are no Unix sockets. */
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
