import { validationFailed, type ModuleContext } from '@cubit/core';
import { taskRecord, type Task } from '../task/task.fields.js';
import { MAX_RANK_LENGTH, rankBetween, ranksAfter } from './rank.js';

/** Tasks of a board that are spread anew: far more than one has. */
const MAX_TASKS = 100_000;

interface Place {
  /** Which task is moved: it is no neighbour of itself. */
  readonly task: string;
  readonly project: string | undefined;
  readonly after?: string;
  readonly before?: string;
}

/**
 * The rank right after one task, or right before another; undefined where neither is named. Where both are, others may have come in
 * between since the board was drawn: the place after the first is taken.
 */
export async function rankAt(context: ModuleContext, place: Place): Promise<string | undefined> {
  const { after, before } = place;
  if (after === undefined && before === undefined) return undefined;
  const anchors = await anchorsOf(context, place);
  const rank = await rankBeside(context, place, anchors);
  if (rank.length <= MAX_RANK_LENGTH) return rank;
  await spread(context, place.project);
  return rankBeside(context, place, await anchorsOf(context, place));
}

type Anchors = { readonly [Name in 'after' | 'before']?: Task };

async function anchorsOf({ records }: ModuleContext, { task, project, ...named }: Place): Promise<Anchors> {
  const ids = [named.after, named.before].flatMap((id) => id ?? []);
  // Tasks of no project have nothing else to be held by.
  const found = await (project === undefined ? records.lock(taskRecord, ids) : records.getMany(taskRecord, ids));
  const entries = (['after', 'before'] as const).flatMap((name) => {
    const id = named[name];
    if (id === undefined) return [];
    const anchor = found.get(id);
    if (anchor && id !== task && anchor.fields.project === project) return [[name, anchor] as const];
    const message = 'There is no other task with this id on the board that it is moved to.';
    throw validationFailed([{ path: `/input/${name}`, code: 'not_on_board', message }]);
  });
  return Object.fromEntries(entries);
}

async function rankBeside(
  { records }: ModuleContext,
  { task, project }: Place,
  { after, before }: Anchors,
): Promise<string> {
  const board = { project: project ?? null, id: { not: task } };
  const rankOf = (tasks: readonly Task[]) => tasks[0]?.fields.rank;
  if (after) {
    const { rank } = after.fields;
    const next = await records.find(taskRecord, { where: { ...board, rank: { gt: rank } }, sort: 'rank', limit: 1 });
    return rankBetween(rank, rankOf(next));
  }
  const rank = before?.fields.rank ?? '';
  const last = await records.find(taskRecord, { where: { ...board, rank: { lt: rank } }, sort: '-rank', limit: 1 });
  return rankBetween(rankOf(last), rank);
}

/** Short ranks for all tasks of a board, in the order that they have. */
async function spread({ records }: ModuleContext, project: string | undefined): Promise<void> {
  const tasks = await records.find(taskRecord, { where: { project: project ?? null }, sort: 'rank', limit: MAX_TASKS });
  const ranks = ranksAfter(undefined, tasks.length);
  await records.updateMany(
    taskRecord,
    tasks.map(({ id }, index) => ({ id, fields: { rank: ranks[index] ?? '' } })),
  );
}
