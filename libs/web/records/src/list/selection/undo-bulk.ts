import { type Api, apiPaths, ChangedSince, type CubitRecord, type UiKind } from '@cubit/web-client';
import { leastFields } from '../model/columns.js';
import { readSelected } from './bulk.js';
import { setBack, TAGS } from './set-back.js';

/** Records in one batch. */
const BATCH = 1_000;
/** Requests at the same time. */
const PARALLEL = 6;
/** Records that a message names. */
const MOST_TITLES = 10;

interface Place {
  readonly slug: string;
  readonly kind: UiKind;
}

/** What has to be read of records to be able to set a field of theirs back, or their tags. */
export function fieldsToUndo(kind: UiKind, field: string): readonly string[] {
  return field === TAGS ? leastFields(kind) : [field];
}

/** Restores records that were moved to the trash. */
export async function undoDelete(api: Api, { slug, kind }: Place, before: readonly CubitRecord[]): Promise<void> {
  for (const some of chunks(before, PARALLEL))
    await Promise.all(some.map(({ id }) => api.post(`${apiPaths.record(slug, kind.id, id)}/restore`)));
}

/**
 * Sets one field of many records back, or their tags, except where somebody else changed it since. Throws `ChangedSince` then, after the
 * others were set back.
 */
export async function undoUpdate(
  api: Api,
  { slug, kind }: Place,
  { before, field }: { readonly before: readonly CubitRecord[]; readonly field: string },
): Promise<void> {
  const changed: CubitRecord[] = [];
  for (const some of chunks(before, BATCH)) {
    const ids = new Set(some.map(({ id }) => id));
    const target = { slug, kind: kind.id, filter: '', selection: { all: false, ids } as const };
    const now = (await readSelected(api, target, { fields: fieldsToUndo(kind, field), most: BATCH })) ?? [];
    const { operations, others } = setBack(field, some, now);
    changed.push(...others);
    if (operations.length > 0) await api.post(`${apiPaths.kind(slug, kind.id)}/batch`, { operations });
  }
  const [first] = changed;
  const titles = changed.slice(0, MOST_TITLES).map(({ title }) => title);
  if (first) throw new ChangedSince(titles, first);
}

function chunks<Item>(items: readonly Item[], size: number): readonly (readonly Item[])[] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, at) => items.slice(at * size, (at + 1) * size));
}
