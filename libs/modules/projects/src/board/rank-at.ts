import { type ModuleContext, validationFailed } from '@cubit/core';
import { taskRecord, type Task } from '../task/task.fields.js';
import { MAX_RANK_LENGTH, rankBetween, ranksAfter } from './rank.js';

/** Upper bound for the tasks of one board that get new ranks. */
const MAX_TASKS = 100_000;

interface RankRequest {
  /** The moved task, which is not its own neighbour. */
  readonly task: string;
  readonly project: string | undefined;
  readonly after?: string;
  readonly before?: string;
}

/**
 * The rank directly after one task, or directly before another; undefined if neither is named. If both are, other tasks may have been
 * placed between them since the client read the board: the rank directly after `after` is used.
 */
export async function rankAt(context: ModuleContext, place: RankRequest): Promise<string | undefined> {
  const { after, before } = place;
  if (after === undefined && before === undefined) return undefined;
  const anchors = await anchorsOf(context, place);
  const rank = await rankBeside(context, place, anchors);
  if (rank.length <= MAX_RANK_LENGTH) return rank;
  await respreadRanks(context, place.project);
  return rankBeside(context, place, await anchorsOf(context, place));
}

type Anchors = { readonly [Name in 'after' | 'before']?: Task };

async function anchorsOf({ records }: ModuleContext, { task, project, ...named }: RankRequest): Promise<Anchors> {
  const ids = [named.after, named.before].flatMap((id) => id ?? []);
  // Tasks without a project are locked themselves, since there is no project to lock.
  const found = await (project === undefined ? records.lock(taskRecord, ids) : records.getMany(taskRecord, ids));
  const entries = (['after', 'before'] as const).flatMap((name) => {
    const id = named[name];
    if (id === undefined) return [];
    const anchor = found.get(id);
    if (anchor && id !== task && anchor.fields.project === project) return [[name, anchor] as const];
    const message = 'The target board has no other task with this id.';
    throw validationFailed([{ path: `/input/${name}`, code: 'not_on_board', message }]);
  });
  return Object.fromEntries(entries);
}

async function rankBeside(
  { records }: ModuleContext,
  { task, project }: RankRequest,
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

/** Gives all tasks of a board new short ranks in their present order. */
async function respreadRanks({ records }: ModuleContext, project: string | undefined): Promise<void> {
  const tasks = await records.find(taskRecord, { where: { project: project ?? null }, sort: 'rank', limit: MAX_TASKS });
  const ranks = ranksAfter(undefined, tasks.length);
  await records.updateMany(
    taskRecord,
    tasks.map(({ id }, index) => ({ id, fields: { rank: ranks[index] ?? '' } })),
  );
}
