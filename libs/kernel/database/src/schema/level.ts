/** A release of the program, and what its tables mean. */
export interface Release {
  readonly version: string;
  /** Raised by a release that changes the meaning of tables. Programs of neighbouring levels work on one database. */
  readonly level: number;
  /** The first version of the level below. */
  readonly previousVersion: string;
}

/** The first version of each level, from level 0 on: versions before levels existed. */
const FIRST_VERSIONS = ['0.0.0', '0.1.0'];

export const LEVEL = FIRST_VERSIONS.length - 1;

const FIRST_OF_LEVEL = FIRST_VERSIONS[LEVEL] ?? '';

/** The level of this source. */
export function releaseOf(version: string = FIRST_OF_LEVEL): Release {
  return { version, level: LEVEL, previousVersion: FIRST_VERSIONS[LEVEL - 1] ?? version };
}

/** Two programs cannot work on one database. The message is for operators. */
export class ReleaseConflictError extends Error {
  override readonly name = 'ReleaseConflictError';
}
