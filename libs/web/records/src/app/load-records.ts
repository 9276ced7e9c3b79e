import { type Api, apiPaths, type CubitRecord, type Page } from '@cubit/web-client';

/** The most ids that one request answers. */
export const MOST_IDS = 200;

export interface LoadContext {
  readonly api: Api;
  readonly slug: string;
  readonly signal: AbortSignal;
}

/** The records of a kind with these ids, in one request; those that are gone are left out. At most `MOST_IDS` different ids. */
export async function loadRecords(
  { api, slug, signal }: LoadContext,
  kind: string,
  ids: readonly string[],
): Promise<readonly CubitRecord[]> {
  const different = [...new Set(ids)];
  if (different.length === 0) return [];
  const query = { ids: different, limit: MOST_IDS };
  return (await api.get<Page<CubitRecord>>(apiPaths.kind(slug, kind), { query, signal })).data;
}
