import { apiPaths, type UiKind } from '@cubit/web-client';
import { useQuery } from '@tanstack/react-query';
import { queryKeys } from '../../app/query-keys.js';
import { useApp } from '../../app/app-context.js';
import { useWorkspace } from '../../app/workspace-context.js';
import { isFilterFault } from './filter-fault.js';

interface Group {
  readonly group: Readonly<Record<string, string | boolean | null>>;
  readonly titles: Readonly<Record<string, string | null>>;
  readonly values: { readonly count: number };
}

export interface GroupsQuery {
  readonly key: string | undefined;
  readonly filter: string;
  /** The key, or `-` and the key. */
  readonly sort?: string;
}

interface Groups {
  readonly groups: readonly Group[];
  /** Of all groups; of more than 200, the answer has the first of the sort, or those with most records. */
  readonly group_count: number;
}

/**
 * How many records the filter has of each value, live: one request for all values, in the order of `sort` if it is given. Without a key
 * nothing is asked for.
 */
export function useGroups(kind: UiKind, { key, filter, sort }: GroupsQuery) {
  const { api } = useApp();
  const { slug } = useWorkspace();
  return useQuery({
    queryKey: queryKeys.recordsPart(slug, kind.id, ['by-value', { key, filter, sort }]),
    queryFn: ({ signal }) => {
      const query = { group_by: key, filter: filter || undefined, sort };
      return api.get<Groups>(`${apiPaths.kind(slug, kind.id)}/aggregate`, { query, signal });
    },
    enabled: key !== undefined,
    // What is shown of a filter that cannot be read stays while parts of the page come and go.
    retryOnMount: ({ state }) => !isFilterFault(state.error),
  });
}
