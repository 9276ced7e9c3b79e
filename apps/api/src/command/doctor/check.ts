import type { SeenProcess } from '@cubit/runtime';
import type { Database } from '@cubit/database';
import type { Configuration, Environment } from '../../configuration.js';

/** `warning`: the instance works, and somebody has to look. `skipped`: what is checked is not configured, or cannot be reached. */
export type CheckState = 'ok' | 'skipped' | 'warning' | 'bad';

/** Texts are for operators, and hold no value of a secret setting: they are made of names, counts and codes of errors. */
export interface Finding {
  readonly state: CheckState;
  readonly detail: string;
  /** What to do. Of `warning` and `bad`. */
  readonly mend?: string;
}

export interface CheckResult extends Finding {
  readonly name: string;
}

/** What the checks look at. Nothing of it is changed. */
export interface Inspected {
  readonly environment: Environment;
  readonly configuration: Configuration;
  /** It refuses statements that change something. Null: it could not be opened. */
  readonly database: Database | null;
  /** Why there is no database. */
  readonly databaseFinding: Finding | null;
  /** Of the last hour. */
  readonly processes: readonly SeenProcess[];
}

export interface Check {
  readonly name: string;
  readonly run: (inspected: Inspected) => Finding | Promise<Finding>;
}

export const ok = (detail: string): Finding => ({ state: 'ok', detail });
export const skipped = (detail: string): Finding => ({ state: 'skipped', detail });
export const warning = (detail: string, mend: string): Finding => ({ state: 'warning', detail, mend });
export const bad = (detail: string, mend: string): Finding => ({ state: 'bad', detail, mend });

export interface InspectedDatabase extends Inspected {
  readonly database: Database;
}

const TABLE_IS_MISSING = '42P01';
const COLUMN_IS_MISSING = '42703';
const NOT_UPDATED = 'The database has not been updated by this version yet.';

/** A check that reads tables. Without a database, and in one of an earlier version, it is skipped. */
export function onDatabase(name: string, run: (inspected: InspectedDatabase) => Promise<Finding>): Check {
  return {
    name,
    async run(inspected) {
      const { database } = inspected;
      if (database === null) return skipped('The database cannot be read.');
      try {
        return await run({ ...inspected, database });
      } catch (error) {
        if ([TABLE_IS_MISSING, COLUMN_IS_MISSING].includes(codeOf(error))) return skipped(NOT_UPDATED);
        throw error;
      }
    },
  };
}

/** The code of an error or of its cause, or its name: `ECONNREFUSED`. Messages may hold anything, so they are not shown. */
export function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  if ('code' in error && typeof error.code === 'string') return error.code;
  const causes: readonly unknown[] = error instanceof AggregateError ? error.errors : [error.cause];
  return causes[0] instanceof Error ? codeOf(causes[0]) : error.name;
}

const LISTED = 3;

/** At most three of the names: `a, b, c and 2 more`. */
export function listed(names: readonly string[]): string {
  const rest = names.length - LISTED;
  return names.slice(0, LISTED).join(', ') + (rest > 0 ? ` and ${rest} more` : '');
}

const UNITS = [
  ['d', 86_400],
  ['h', 3_600],
  ['min', 60],
] as const;

/** `3 d`, `5 min`, `12 s`. */
export function duration(seconds: number): string {
  const [unit, length] = UNITS.find(([, least]) => seconds >= 2 * least) ?? ['s', 1];
  return `${Math.floor(seconds / length)} ${unit}`;
}
