/** Connection settings of a database, to spread into the configuration of a `pg` pool or client. */
export interface DatabaseConnection {
  /** A host name, or, if it starts with a slash, the folder of a Unix socket. */
  readonly host: string;
  readonly port?: number;
  readonly user?: string;
  readonly password?: string;
  readonly database: string;
  /** Always false for the embedded server, so that a `PGSSLMODE` for another database has no effect. */
  readonly ssl?: false;
}

/** A database that accepts connections. The caller that started it stops it, after closing its pools. */
export interface DatabaseServer {
  readonly connection: DatabaseConnection;
  /** `embedded`: this program runs the server. `given`: an external server, which `stop` does not stop. */
  readonly kind: 'embedded' | 'given';
  /** True if the server of an earlier, killed program was still running and was adopted. */
  readonly adopted?: boolean;
  /** Stops the server and releases the data directory. Further calls return the same promise. */
  stop(): Promise<void>;
}
