import { type Api, ChangedSince, type CubitRecord, isApiError, type UiKind } from '@cubit/web-client';
import { mergePatch, same } from '../forms/model/merge-patch.js';

/** New values by field; null empties one. `tags` are the record's own. */
export interface FieldChange {
  readonly fields?: Readonly<Record<string, unknown>>;
  readonly tags?: readonly string[];
}

export interface FieldChangeOptions {
  /** Path of the record in the API. */
  readonly path: string;
  /** Names the fields of the record in errors. */
  readonly kind: UiKind | undefined;
  /** What the person saw. */
  readonly before: CubitRecord;
  readonly change: FieldChange;
}

/**
 * Changes fields that still have the values of `before`, whatever else of the record has changed since. Throws `ChangedSince` if somebody
 * else gave one of them another value.
 */
export async function changeFields(api: Api, { path, kind, before, change }: FieldChangeOptions): Promise<CubitRecord> {
  return unlessChanged(
    api,
    { path, before },
    {
      send: (headers) => api.patch<CubitRecord>(path, change, { headers }),
      changed: (now) => changedTitles(kind, change, [before, now]),
    },
  );
}

interface Guarded<Answer> {
  readonly send: (headers: { readonly 'if-match': string }) => Promise<Answer>;
  /** Titles of what others changed and the request would replace. */
  readonly changed: (now: CubitRecord) => readonly string[];
}

/** Sends with the version that the person saw, and again with a newer one where others changed something else. */
async function unlessChanged<Answer>(
  api: Api,
  { path, before }: Pick<FieldChangeOptions, 'path' | 'before'>,
  { send, changed }: Guarded<Answer>,
): Promise<Answer> {
  for (let from = before; ;) {
    try {
      return await send({ 'if-match': `"${from.version}"` });
    } catch (error) {
      if (!isApiError(error) || error.code !== 'version_conflict') throw error;
      from = await api.get<CubitRecord>(path);
      const titles = changed(from);
      if (titles.length > 0) throw new ChangedSince(titles, from);
    }
  }
}

export interface RestoreOptions extends Pick<FieldChangeOptions, 'path' | 'kind' | 'before'> {
  /** The version of which the record gets the fields and tags again. */
  readonly version: number;
}

/** Restores an earlier version, unless somebody else changed the record since `before`: then it throws `ChangedSince`. */
export async function restoreVersion(api: Api, { path, kind, before, version }: RestoreOptions): Promise<CubitRecord> {
  return unlessChanged(
    api,
    { path, before },
    {
      send: (headers) => api.post<CubitRecord>(`${path}/restore`, undefined, { query: { version }, headers }),
      changed: (now) => changedTitles(kind, writtenOf(kind, [before, now]), [before, now]),
    },
  );
}

/** Moves a record to the trash, unless somebody else changed it since `before`: then it throws `ChangedSince`. */
export async function removeRecord(
  api: Api,
  { path, kind, before }: Pick<FieldChangeOptions, 'path' | 'kind' | 'before'>,
): Promise<void> {
  await unlessChanged(
    api,
    { path, before },
    {
      send: (headers) => api.delete(path, { headers }),
      changed: (now) => changedTitles(kind, writtenOf(kind, [before, now]), [before, now]),
    },
  );
}

/** What people wrote of the first version, with nothing for what only a later one has. */
function writtenOf(kind: UiKind | undefined, versions: readonly [CubitRecord, CubitRecord]): FieldChange {
  const readOnly = new Set(kind?.fields.flatMap(({ name, read_only: isReadOnly }) => (isReadOnly ? [name] : [])));
  const [before] = versions;
  const names = new Set(versions.flatMap(({ fields }) => Object.keys(fields)).filter((name) => !readOnly.has(name)));
  return { fields: Object.fromEntries([...names].map((name) => [name, before.fields[name]])), tags: before.tags };
}

/** The change that takes back `change`, which made `after` of `before`. */
export function inverseOf(
  { fields = {}, tags }: FieldChange,
  { before, after }: { readonly before: CubitRecord; readonly after: CubitRecord },
): FieldChange {
  const values = Object.keys(fields).map((name) => [
    name,
    mergePatch(plain(after.fields[name]), plain(before.fields[name])),
  ]);
  return { fields: Object.fromEntries(values) as Record<string, unknown>, ...(tags && { tags: before.tags }) };
}

/** References as ids, as they are sent. */
export function plain(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plain);
  const isRecord = typeof value === 'object' && value !== null && 'id' in value && 'fields' in value;
  return isRecord ? value.id : (value ?? null);
}

function changedTitles(
  kind: UiKind | undefined,
  { fields = {}, tags }: FieldChange,
  [before, now]: readonly [CubitRecord, CubitRecord],
): readonly string[] {
  const names = Object.keys(fields).filter((name) => {
    const [was, is] = [plain(before.fields[name]), plain(now.fields[name])];
    return !same(was, is) && !same(is, plain(fields[name]));
  });
  const titles = names.map((name) => kind?.fields.find((field) => field.name === name)?.title ?? name);
  return tags && !same(before.tags, now.tags) && !same(now.tags, tags) ? [...titles, 'Tags'] : titles;
}
