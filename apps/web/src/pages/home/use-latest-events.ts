import type { Page } from '@cubit/web-client';
import { queryKeys, useApp, useWorkspace } from '@cubit/web-records';
import type { LoggedEvent } from '@cubit/web-records/values';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';

export interface LatestEvent extends LoggedEvent {
  readonly occurred_at: string;
}

const SHOWN = 10;

/** Reads the newest events again with each that comes. */
export function useLiveEvents(): void {
  const { slug, stream } = useWorkspace();
  const queries = useQueryClient();
  useEffect(
    () =>
      stream.subscribe(({ id }) => {
        if (id !== null) void queries.invalidateQueries({ queryKey: queryKeys.latestEvents(slug) });
      }),
    [stream, queries, slug],
  );
}

/** The newest events. */
export function useLatestEvents() {
  const { api } = useApp();
  const { slug, path } = useWorkspace();
  return useQuery({
    queryKey: queryKeys.latestEvents(slug),
    // Nobody listens while another page is open.
    staleTime: 0,
    queryFn: async ({ signal }) =>
      (await api.get<Page<LatestEvent>>(path('/event-log'), { query: { limit: SHOWN, expand: 'records' }, signal }))
        .data,
  });
}
