import { atMostEach, queryKeys, recordMessage, useApp, useWatched, useWorkspace } from '@cubit/web-records';
import { isApiError } from '@cubit/web-client';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useRef } from 'react';
import type { ShownDisplay } from './shown-display.js';

/** Also tells the server that the screen is on, and finds what no message told. */
const REFRESH_MS = 60_000;
/** While many records change, what is shown is read again at most this often. */
const CHANGE_MS = 1_000;

/** What the display shows, read again after messages of the stream. */
export function useDisplay(id: string) {
  const { api } = useApp();
  const { path, slug, stream } = useWorkspace();
  const queries = useQueryClient();
  const queryKey = useMemo(() => queryKeys.display(slug, id), [slug, id]);
  const query = useQuery({
    queryKey,
    queryFn: ({ signal }) => api.get<ShownDisplay>(path(`/displays/${id}`), { signal }),
    refetchInterval: REFRESH_MS,
    refetchIntervalInBackground: true,
  });
  const state = useWatched(stream.state);
  const wasOpen = useRef(false);
  useEffect(() => {
    if (state === 'open') wasOpen.current = true;
    // The server refused the stream: the next answer says why.
    else if (state === 'closed' && wasOpen.current) void queries.invalidateQueries({ queryKey });
  }, [state, queries, queryKey]);
  useEffect(() => {
    const changes = atMostEach(CHANGE_MS, () => void queries.invalidateQueries({ queryKey }));
    const unsubscribe = stream.subscribe((message) => {
      if (recordMessage(message)) changes.run('display');
    });
    return () => {
      unsubscribe();
      changes.stop();
    };
  }, [stream, queries, queryKey]);
  useEffect(() => {
    // Fields that were added, and modules that were updated.
    const timer = setInterval(() => void queries.invalidateQueries({ queryKey: queryKeys.ui(slug) }), REFRESH_MS * 5);
    return () => clearInterval(timer);
  }, [queries, slug]);
  return query;
}

/** The screen is no display, or no longer. */
export function isRevoked(error: unknown): boolean {
  return isApiError(error) && error.status === 401;
}
