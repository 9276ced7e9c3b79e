import { apiPaths } from '@cubit/web-client';
import { useQuery } from '@tanstack/react-query';
import { useApp } from '../../app/app-context.js';
import { queryKeys } from '../../app/query-keys.js';
import { useWorkspace } from '../../app/workspace-context.js';
import { isFilterFault } from './filter-fault.js';

interface Counted {
  readonly groups: readonly { readonly values: { readonly count: number } }[];
}

/** The number of records of a filter, live. Without a filter nothing is asked for. */
export function useRecordCount(kind: string, filter: string | undefined) {
  const { api } = useApp();
  const { slug } = useWorkspace();
  return useQuery({
    queryKey: queryKeys.recordsPart(slug, kind, ['count', { filter }]),
    queryFn: async ({ signal }) => {
      const query = { filter: filter || undefined };
      const { groups } = await api.get<Counted>(`${apiPaths.kind(slug, kind)}/aggregate`, { query, signal });
      return groups[0]?.values.count ?? 0;
    },
    enabled: filter !== undefined,
    retryOnMount: ({ state }) => !isFilterFault(state.error),
  });
}
