import type { KindHookContext, RecordChange } from '@cubit/core';
import { isOpen } from '../task/task-status.js';
import type { Task, TaskKind } from '../task/task.fields.js';
import { sequenceOf } from './project-key.js';
import { projectRecord } from './project.fields.js';

const PER_CENT = 100;

interface Tally {
  open: number;
  done: number;
  overdue: number;
  number: number;
  rank: string;
}

/**
 * Counts, progress and the ends of the board of every project whose tasks were written: one statement, however many tasks. The
 * project is locked first, and what changed is added to what it has.
 */
export async function trackProjects(
  context: KindHookContext,
  changes: readonly RecordChange<TaskKind>[],
): Promise<void> {
  const tallies = new Map<string, Tally>();
  for (const { operation, before, after } of changes) {
    if (before !== null && operation !== 'restore') count(tallies, before, -1);
    if (operation !== 'delete') count(tallies, after, 1);
  }
  if (tallies.size === 0) return;
  const projects = await context.records.lock(projectRecord, [...tallies.keys()]);
  await context.records.updateMany(
    projectRecord,
    [...projects.values()].flatMap(({ id, fields }) => {
      const tally = tallies.get(id);
      if (!tally) return [];
      const open = fields.open_tasks + tally.open;
      const done = fields.done_tasks + tally.done;
      const rank = fields.last_rank ?? '';
      const after = {
        open_tasks: open,
        done_tasks: done,
        overdue_tasks: fields.overdue_tasks + tally.overdue,
        progress_pct: open + done === 0 ? 0 : Math.round((PER_CENT * done) / (open + done)),
        last_number: Math.max(fields.last_number, tally.number),
        last_rank: tally.rank > rank ? tally.rank : rank,
      };
      const isSame = Object.entries(after).every(([name, value]) => fields[name as keyof typeof after] === value);
      return isSame ? [] : [{ id, fields: after }];
    }),
  );
}

function count(tallies: Map<string, Tally>, { fields }: Task, sign: 1 | -1): void {
  const { project, status, overdue, number, rank } = fields;
  if (project === undefined) return;
  const tally = tallies.get(project) ?? { open: 0, done: 0, overdue: 0, number: 0, rank: '' };
  tallies.set(project, tally);
  if (isOpen(status)) tally.open += sign;
  if (status === 'done') tally.done += sign;
  if (overdue) tally.overdue += sign;
  if (sign < 0) return;
  if (number !== undefined) tally.number = Math.max(tally.number, sequenceOf(number));
  if (rank > tally.rank) tally.rank = rank;
}
