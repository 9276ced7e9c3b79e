import type { Page } from '@cubit/web-client';
import { queryKeys, useApp, useWorkspace } from '@cubit/web-records';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';

export interface LoggedEvent {
  readonly id: string;
  readonly name: string;
  readonly occurred_at: string;
  readonly payload: Readonly<Record<string, unknown>>;
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
      (await api.get<Page<LoggedEvent>>(path('/event-log'), { query: { limit: SHOWN }, signal })).data,
  });
}
