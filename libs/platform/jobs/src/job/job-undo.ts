import { DAY_MS } from '@cubit/core';
import type { Actor } from '@cubit/core/host';
import { isOver, type JobState } from '@cubit/web-contract';
import type { JobRow } from './job-row.js';

/** How an ended job is taken back: by another job. */
export interface JobUndo<Input = unknown> {
  /** Type of the other job. Its input is an `UndoInput`. */
  readonly type: string;
  /** How long after its end the job can be taken back, in days. A shorter retention of jobs limits it further. */
  readonly days: number;
  /** Whether the job has written anything, whatever its final state. */
  hasWritten(job: { readonly input: Input; readonly checkpoint: unknown }): boolean;
}

/** Input of a job that takes another one back. */
export interface UndoInput {
  /** The job to take back, and when it ran, as ISO 8601. */
  readonly job: string;
  readonly startedAt: string;
  readonly endedAt: string;
  /** Jobs that were to take it back before, and were cancelled or failed. */
  readonly earlier: readonly string[];
  /** The user who requested it. */
  readonly actor: Actor;
}

/** A job with the state of the job that takes it back; null if there is none. */
export type UndoableRow = JobRow & { readonly undo_state: JobState | null };

export interface UndoTerms {
  /** Of the type of the job; undefined: it cannot be taken back. */
  readonly undo: JobUndo | undefined;
  /** Retention of ended jobs, in days. */
  readonly keptDays: number;
}

/** Why a job cannot be taken back, with a code for programs. */
export interface UndoRefusal {
  readonly code: 'not_undoable' | 'running' | 'already_undone' | 'nothing_written' | 'too_late';
  readonly message: string;
}

/** Null if the job can be taken back at the time. */
export function refusalOf(row: UndoableRow, terms: UndoTerms, now: Date): UndoRefusal | null {
  const { undo } = terms;
  if (!undo) return { code: 'not_undoable', message: 'A job of this type cannot be taken back.' };
  if (!isOver(row) || row.finished_at === null)
    return { code: 'running', message: 'The job has not ended. Cancel it or wait.' };
  if (row.undo_state !== null && !isOver({ state: row.undo_state }))
    return { code: 'already_undone', message: `The job is being taken back by job ${row.undone_by ?? ''}.` };
  if (row.undo_state === 'succeeded')
    return { code: 'already_undone', message: `The job was taken back by job ${row.undone_by ?? ''}.` };
  if (!undo.hasWritten(row)) return { code: 'nothing_written', message: 'The job has written nothing.' };
  const end = endOf(row.finished_at, undo.days, terms);
  if (end <= now) return { code: 'too_late', message: `The job could be taken back until ${end.toISOString()}.` };
  return null;
}

/** Until when a job can be taken back; null if it cannot. */
export function undoUntil(row: UndoableRow, terms: UndoTerms, now: Date): Date | null {
  const { undo } = terms;
  if (!undo || row.finished_at === null || refusalOf(row, terms, now) !== null) return null;
  return endOf(row.finished_at, undo.days, terms);
}

function endOf(finishedAt: Date, days: number, { keptDays }: UndoTerms): Date {
  return new Date(finishedAt.getTime() + Math.min(days, keptDays) * DAY_MS);
}
