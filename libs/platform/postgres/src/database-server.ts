/** Where a database answers, in the words of a `pg` pool: spread it into a pool's or a client's configuration. */
export interface DatabaseConnection {
  /** A host name, or the folder of a Unix socket where it starts with a slash. */
  readonly host: string;
  readonly port?: number;
  readonly user?: string;
  readonly password?: string;
  readonly database: string;
  /** Always false for the embedded server, so that a `PGSSLMODE` meant for another database does not reach it. */
  readonly ssl?: false;
}

/** A database that accepts connections. Whoever started it stops it, after closing its own pools. */
export interface DatabaseServer {
  readonly connection: DatabaseConnection;
  /** `embedded`: this program runs the server; `given`: somebody else does, and `stop` leaves it alone. */
  readonly kind: 'embedded' | 'given';
  /** True where an earlier program was killed and its server, still running, was taken over. */
  readonly adopted?: boolean;
  /** Ends the server and gives the data directory free. May be called again: it answers when the first call does. */
  stop(): Promise<void>;
}
