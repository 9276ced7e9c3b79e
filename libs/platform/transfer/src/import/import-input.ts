import type { Actor } from '@cubit/core/host';
import type { SourceSettings } from '../source/read-source.js';
import type { DecimalMark } from '../table/cell.js';
import type { Mapping } from './row-targets.js';

export const IMPORT_JOB = 'transfer:import';

/** Input of an import job. The file is stored under the id of the job. */
export interface ImportInput extends SourceSettings {
  readonly kind: string;
  readonly mapping: Mapping | null;
  readonly key: string | null;
  readonly decimal: DecimalMark;
  readonly dryRun: boolean;
  /** The user who requested the import. Rows are written as this user, with the role at that time. */
  readonly actor: Actor;
}

/** Result of an import. */
export interface ImportResult {
  readonly created: number;
  readonly updated: number;
  readonly rejected: number;
  /** Id of the file of rejected rows with reasons; null if there are none. */
  readonly rejects: string | null;
}

/** Progress of an import, saved in the same transaction as the rows. */
export interface Checkpoint {
  /** Rows of the file. */
  readonly total: number;
  /** Rows done, from the first. */
  readonly row: number;
  readonly created: number;
  readonly updated: number;
  readonly rejected: number;
  /** Once everything is done. */
  readonly result?: ImportResult;
}
