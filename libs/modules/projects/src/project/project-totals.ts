import type { KindHookContext, RecordChange } from '@cubit/core';
import { isOpen } from '../task/task-status.js';
import type { Task, TaskKind } from '../task/task.fields.js';
import { sequenceOf } from './project-key.js';
import { projectRecord } from './project.fields.js';

const PER_CENT = 100;

interface ProjectCounts {
  open: number;
  done: number;
  overdue: number;
  number: number;
  rank: string;
}

/**
 * Updates counts, progress, the last number and the last rank of projects whose tasks were written, in one statement. The
 * projects are locked first, and the differences are added.
 */
export async function updateProjectTotals(
  context: KindHookContext,
  changes: readonly RecordChange<TaskKind>[],
): Promise<void> {
  const counts = new Map<string, ProjectCounts>();
  for (const { operation, before, after } of changes) {
    if (before !== null && operation !== 'restore') count(counts, before, -1);
    if (operation !== 'delete') count(counts, after, 1);
  }
  if (counts.size === 0) return;
  const projects = await context.records.lock(projectRecord, [...counts.keys()]);
  await context.records.updateMany(
    projectRecord,
    [...projects.values()].flatMap(({ id, fields }) => {
      const delta = counts.get(id);
      if (!delta) return [];
      const open = fields.open_tasks + delta.open;
      const done = fields.done_tasks + delta.done;
      const rank = fields.last_rank ?? '';
      const after = {
        open_tasks: open,
        done_tasks: done,
        overdue_tasks: fields.overdue_tasks + delta.overdue,
        progress_pct: open + done === 0 ? 0 : Math.round((PER_CENT * done) / (open + done)),
        last_number: Math.max(fields.last_number, delta.number),
        last_rank: delta.rank > rank ? delta.rank : rank,
      };
      const isSame = Object.entries(after).every(([name, value]) => fields[name as keyof typeof after] === value);
      return isSame ? [] : [{ id, fields: after }];
    }),
  );
}

function count(counts: Map<string, ProjectCounts>, { fields }: Task, sign: 1 | -1): void {
  const { project, status, overdue, number, rank } = fields;
  if (project === undefined) return;
  const delta = counts.get(project) ?? { open: 0, done: 0, overdue: 0, number: 0, rank: '' };
  counts.set(project, delta);
  if (isOpen(status)) delta.open += sign;
  if (status === 'done') delta.done += sign;
  if (overdue) delta.overdue += sign;
  if (sign < 0) return;
  if (number !== undefined) delta.number = Math.max(delta.number, sequenceOf(number));
  if (rank > delta.rank) delta.rank = rank;
}
