export type DatabaseStartErrorCode =
  /** Another program holds the data directory. */
  | 'data_directory_in_use'
  /** The data was made by another major version of PostgreSQL. */
  | 'version_mismatch'
  /** No PostgreSQL comes with the program for this machine, or it does not run here. */
  | 'unsupported_platform'
  /** Anything else; the message ends with what PostgreSQL itself said. */
  | 'cannot_start';

/** Why the embedded database could not be had. The message is meant for the operator: what is wrong and what to do. */
export class DatabaseStartError extends Error {
  override readonly name = 'DatabaseStartError';
  readonly code: DatabaseStartErrorCode;

  constructor(code: DatabaseStartErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}
