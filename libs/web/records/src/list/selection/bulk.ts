import {
  type ActionUndo,
  type Api,
  apiPaths,
  type CubitRecord,
  type ErrorParts,
  errorText,
  type Page,
  type RecordRef,
} from '@cubit/web-client';
import { MOST_IDS } from '../../app/load-records.js';
import type { Job } from '@cubit/web-contract';
import { runAction } from '../../app/run-action.js';
import { waitForJob } from '../../app/wait-for-job.js';
import { joinFilter } from '../model/filter-text.js';
import type { Selection } from './selection.js';

/** Records that a bulk operation runs on. */
export interface Target {
  readonly slug: string;
  readonly kind: string;
  readonly filter: string;
  readonly selection: Selection;
}

export interface BulkResult {
  readonly done: number;
  readonly skipped: number;
  /** Why records were skipped, each reason once. */
  readonly reasons: readonly string[];
  readonly skippedIds: ReadonlySet<string>;
  /** What takes back actions on named records; a job has none. */
  readonly undos: readonly ActionUndo[];
}

export type BulkProgress = Job['progress'];

export type BulkOperation =
  | {
      readonly type: 'update';
      /** The field that gets the value, or `tags`. */
      readonly field: string;
      readonly body: object;
    }
  | { readonly type: 'delete' }
  | { readonly type: 'action'; readonly action: string; readonly input: object };

interface BulkAnswer {
  readonly done: number;
  readonly skipped: number;
  readonly results?: readonly Entry[];
  /** Of a job: the first 1,000. */
  readonly skipped_records?: readonly (RecordRef & ErrorParts)[];
}

interface Entry {
  readonly record: RecordRef;
  readonly state: 'done' | 'skipped';
  readonly reason?: ErrorParts | null;
  /** Of an action. */
  readonly undo?: ActionUndo | null;
}

/** The filter that has just the selected records of a list. */
export function selectionFilter(filter: string, selection: Selection): string {
  if (!selection.all) return `id in ${JSON.stringify([...selection.ids])}`;
  const except = selection.except.size === 0 ? undefined : `!(id in ${JSON.stringify([...selection.except])})`;
  return joinFilter([filter, except]) || 'true';
}

export interface BulkOptions {
  readonly operation: BulkOperation;
  readonly onProgress: (progress: BulkProgress) => void;
  /** Called when the server has accepted the first request: nothing of the operation is wrong for all records. */
  readonly onAccepted?: (() => void) | undefined;
}

/** Runs an operation on the selected records: named ones in requests of 200, all of a filter as a job. */
export async function runBulk(api: Api, target: Target, options: BulkOptions): Promise<BulkResult> {
  const { selection, filter } = target;
  const { operation, onProgress, onAccepted } = options;
  if (selection.all) {
    const { id } = await send<Job>(api, target, { operation, chosen: { filter: selectionFilter(filter, selection) } });
    onAccepted?.();
    const onJob = ({ progress }: Job) => onProgress(progress);
    return resultOf((await waitForJob<BulkAnswer>({ api, slug: target.slug }, id, onJob)).result);
  }
  const ids = [...selection.ids];
  const answers: BulkAnswer[] = [];
  for (let at = 0; at < ids.length; at += MOST_IDS) {
    onProgress({ done: at, total: ids.length });
    answers.push(await send<BulkAnswer>(api, target, { operation, chosen: { ids: ids.slice(at, at + MOST_IDS) } }));
    if (at === 0) onAccepted?.();
  }
  return resultOf(...answers);
}

interface Chosen {
  readonly ids?: readonly string[];
  readonly filter?: string;
}

function send<Body>(
  api: Api,
  { slug, kind }: Target,
  { operation, chosen }: { readonly operation: BulkOperation; readonly chosen: Chosen },
): Promise<Body> {
  const path = apiPaths.kind(slug, kind);
  const query = { ...chosen };
  if (operation.type === 'update') return api.patch<Body>(path, operation.body, { query });
  if (operation.type === 'delete') return api.delete<Body>(path, { query });
  const { ids, filter = '' } = chosen;
  const on = ids ? { records: ids.map((id) => ({ kind, id })) } : { filter: { kind, filter } };
  return runAction<Body>(api, slug, { ...on, action: operation.action, input: operation.input });
}

function resultOf(...answers: readonly BulkAnswer[]): BulkResult {
  const skipped = answers.flatMap(({ results = [], skipped_records: ofJob = [] }) => [
    ...ofJob.map(({ id, ...reason }) => ({ id, reason })),
    ...results.filter(({ state }) => state === 'skipped').map(({ record: { id }, reason }) => ({ id, reason })),
  ]);
  const reasons = skipped.flatMap(({ reason }) => (reason ? errorText(reason) : []));
  return {
    done: answers.reduce((sum, { done }) => sum + done, 0),
    skipped: answers.reduce((sum, answer) => sum + answer.skipped, 0),
    reasons: [...new Set(reasons)],
    undos: answers.flatMap(({ results = [] }) => results.flatMap(({ undo }) => undo ?? [])),
    skippedIds: new Set(skipped.map(({ id }) => id)),
  };
}

/** The selected records as they are now, to be able to undo. Null if they are more than `most`. */
export async function readSelected(
  api: Api,
  { slug, kind, filter, selection }: Target,
  { fields, most }: { readonly fields: readonly string[]; readonly most: number },
): Promise<readonly CubitRecord[] | null> {
  const path = apiPaths.kind(slug, kind);
  const found: CubitRecord[] = [];
  if (!selection.all) {
    const ids = [...selection.ids];
    if (ids.length > most) return null;
    for (let at = 0; at < ids.length; at += MOST_IDS) {
      const query = { ids: ids.slice(at, at + MOST_IDS), fields, limit: MOST_IDS };
      found.push(...(await api.get<Page<CubitRecord>>(path, { query })).data);
    }
    return found;
  }
  let cursor: string | null | undefined;
  do {
    const query = { filter: selectionFilter(filter, selection), fields, cursor, limit: MOST_IDS };
    const page: Page<CubitRecord> = await api.get<Page<CubitRecord>>(path, { query });
    found.push(...page.data);
    cursor = page.next_cursor;
  } while (cursor !== null && found.length <= most);
  return found.length > most ? null : found;
}
