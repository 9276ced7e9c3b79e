import type { Actor } from '@cubit/core';
import type { SourceSettings } from '../source/read-source.js';
import type { DecimalMark } from '../table/cell.js';
import type { Mapping } from './row-targets.js';

export const IMPORT_JOB = 'transfer:import';

/** What the job of an import is handed; the file lies under the job's id. */
export interface ImportInput extends SourceSettings {
  readonly kind: string;
  readonly mapping: Mapping | null;
  readonly key: string | null;
  readonly decimal: DecimalMark;
  readonly dryRun: boolean;
  /** Whoever asked for it: the rows are written as theirs, with the role that they have then. */
  readonly actor: Actor;
}

/** What came of an import. */
export interface ImportResult {
  readonly created: number;
  readonly updated: number;
  readonly rejected: number;
  /** Id of the file of rejected rows, each with its reasons; null where there are none. */
  readonly rejects: string | null;
}

/** How far an import has come: kept in the transaction of the rows that it tells of. */
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
