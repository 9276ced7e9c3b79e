import type { KindHookContext } from '@cubit/core';
import { projectRecord } from '../project/project.fields.js';
import { taskRecord, type TaskDraft } from '../task/task.fields.js';
import { ranksAfter } from './rank.js';

interface Place {
  readonly key: string | undefined;
  number: number;
  rank: string | undefined;
}

/**
 * Number and place of tasks that are new, or new in their project: the next number and the end of its board. The project is locked
 * until they are written, so no number is given twice and no two tasks share a place.
 */
export async function enterProjects(context: KindHookContext, drafts: readonly TaskDraft[]): Promise<void> {
  const entering = drafts.filter(({ before, fields }) => before === null || before.fields.project !== fields.project);
  if (entering.length === 0) return;
  const projects = await context.records.lock(
    projectRecord,
    entering.flatMap(({ fields: { project } }) => project ?? []),
  );
  const places = new Map<string, Place>();
  for (const [id, { fields }] of projects)
    places.set(id, { key: fields.key, number: fields.last_number, rank: fields.last_rank });
  const loose: Place = { key: undefined, number: 0, rank: undefined };
  if (entering.some(({ fields: { project } }) => project === undefined)) loose.rank = await lastLooseRank(context);
  for (const draft of entering) take(draft, places.get(draft.fields.project ?? '') ?? loose);
}

/** Tasks of no project share a board; nothing is locked for it, so two that come at once may share a rank until one is moved. */
async function lastLooseRank({ records }: KindHookContext): Promise<string | undefined> {
  const [last] = await records.find(taskRecord, { where: { project: null }, sort: '-rank', limit: 1 });
  return last?.fields.rank;
}

function take(draft: TaskDraft, place: Place): void {
  const { before, fields } = draft;
  const { number: _, ...others } = fields;
  // Who moves a task to a place of another board has said where.
  const isPlaced = before !== null && before.fields.rank !== fields.rank;
  if (!isPlaced) [place.rank] = ranksAfter(place.rank, 1);
  place.number += 1;
  draft.fields = {
    ...others,
    rank: isPlaced ? fields.rank : (place.rank ?? ''),
    ...(place.key === undefined ? {} : { number: `${place.key}-${place.number}` }),
  };
}
