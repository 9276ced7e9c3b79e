import { apiPaths, type UiKind } from '@cubit/web-client';
import { useQuery } from '@tanstack/react-query';
import { queryKeys } from '../../app/query-keys.js';
import { useApp } from '../../app/app-context.js';
import { useWorkspace } from '../../app/workspace-context.js';

interface Group {
  readonly group: Readonly<Record<string, string | boolean | null>>;
  readonly titles: Readonly<Record<string, string | null>>;
  readonly values: { readonly count: number };
}

interface Groups {
  readonly groups: readonly Group[];
  /** Of all groups; the answer has those with most records. */
  readonly group_count: number;
}

/** How many records the filter has of each value, live: one request for all values. Without a key nothing is asked for. */
export function useGroups(kind: UiKind, key: string | undefined, filter: string) {
  const { api } = useApp();
  const { slug } = useWorkspace();
  return useQuery({
    queryKey: queryKeys.recordsPart(slug, kind.id, ['by-value', { key, filter }]),
    queryFn: ({ signal }) => {
      const query = { group_by: key, filter: filter || undefined };
      return api.get<Groups>(`${apiPaths.kind(slug, kind.id)}/aggregate`, { query, signal });
    },
    enabled: key !== undefined,
  });
}
