export type DatabaseStartErrorCode =
  /** Another program uses the data directory. */
  | 'data_directory_in_use'
  /** The data is of another major version of PostgreSQL. */
  | 'version_mismatch'
  /** There is no PostgreSQL for this platform, or it does not run. */
  | 'unsupported_platform'
  /** Any other failure. The message ends with the output of PostgreSQL. */
  | 'cannot_start';

/** Thrown if the embedded database cannot be started. The message tells the operator the reason and the remedy. */
export class DatabaseStartError extends Error {
  override readonly name = 'DatabaseStartError';
  readonly code: DatabaseStartErrorCode;

  constructor(code: DatabaseStartErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}
