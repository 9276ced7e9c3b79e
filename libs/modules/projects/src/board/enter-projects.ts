import type { KindHookContext } from '@cubit/core';
import { projectRecord } from '../project/project.fields.js';
import { taskRecord, type TaskDraft } from '../task/task.fields.js';
import { ranksAfter } from './rank.js';

interface BoardEnd {
  readonly key: string | undefined;
  number: number;
  rank: string | undefined;
}

/**
 * Gives tasks that are new, or new in their project, the next number and the rank at the end of the board. The project stays locked
 * until the tasks are written, so that no number or rank is used twice.
 */
export async function enterProjects(context: KindHookContext, drafts: readonly TaskDraft[]): Promise<void> {
  const entering = drafts.filter(({ before, fields }) => before === null || before.fields.project !== fields.project);
  if (entering.length === 0) return;
  const projects = await context.records.lock(
    projectRecord,
    entering.flatMap(({ fields: { project } }) => project ?? []),
  );
  const places = new Map<string, BoardEnd>();
  for (const [id, { fields }] of projects)
    places.set(id, { key: fields.key, number: fields.last_number, rank: fields.last_rank });
  const loose: BoardEnd = { key: undefined, number: 0, rank: undefined };
  if (entering.some(({ fields: { project } }) => project === undefined))
    loose.rank = await lastRankWithoutProject(context);
  for (const draft of entering) assignNumberAndRank(draft, places.get(draft.fields.project ?? '') ?? loose);
}

/** Tasks without a project share a board that nothing locks: two tasks created at the same time may share a rank until one is moved. */
async function lastRankWithoutProject({ records }: KindHookContext): Promise<string | undefined> {
  const [last] = await records.find(taskRecord, { where: { project: null }, sort: '-rank', limit: 1 });
  return last?.fields.rank;
}

function assignNumberAndRank(draft: TaskDraft, place: BoardEnd): void {
  const { before, fields } = draft;
  const { number: _, ...others } = fields;
  // A move to another board has already set the rank.
  const isPlaced = before !== null && before.fields.rank !== fields.rank;
  if (!isPlaced) [place.rank] = ranksAfter(place.rank, 1);
  place.number += 1;
  draft.fields = {
    ...others,
    rank: isPlaced ? fields.rank : (place.rank ?? ''),
    ...(place.key === undefined ? {} : { number: `${place.key}-${place.number}` }),
  };
}
