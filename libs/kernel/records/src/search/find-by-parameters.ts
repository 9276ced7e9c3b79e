import { isShortFilter } from '@cubit/expressions';
import { isCubitError } from '@cubit/core';
import type { WorkspaceAccess } from '@cubit/core/host';
import { listRecords } from '../read/list-records.js';
import type { KernelServices } from '../workspace/services.js';
import type { Hit } from './find-records.js';

interface ParameterSearch {
  readonly workspace: WorkspaceAccess;
  readonly kinds: readonly string[];
  readonly text: string;
  readonly limit: number;
}

/** Records with parameters that meet a short filter, such as `resistance >= 10k`; null if the text is none. */
export async function findByParameters(
  { database, registry, now }: KernelServices,
  { workspace, kinds, text, limit }: ParameterSearch,
): Promise<readonly Hit[] | null> {
  if (!isShortFilter(text)) return null;
  const hits: Hit[] = [];
  try {
    for (const id of kinds) {
      const [kind, shape] = [registry.kinds.get(id), workspace.schema.kinds.get(id)];
      if (!kind || shape?.fields.has('parameters') !== true || hits.length >= limit) continue;
      const source = { database, workspaceId: workspace.id, kind, shape, now: now() };
      const { rows } = await listRecords(source, { q: text, limit: limit - hits.length });
      hits.push(...rows.map((row) => ({ kind: id, id: row.id, rank: 1 })));
    }
  } catch (error) {
    // A search has no syntax errors: what is no filter is words.
    if (isCubitError(error) && error.code === 'invalid_filter') return null;
    throw error;
  }
  return hits;
}
