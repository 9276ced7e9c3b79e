import { isApiError, type Page, type Query, type StreamMessage } from '@cubit/web-client';
import { queryKeys, useApp, useOptionalWorkspace } from '@cubit/web-records';
import { useRefresh } from '@cubit/web-records/changes';
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';

export interface ListOptions {
  readonly query?: Query;
  /** False while the role may not read the list, so that no call is refused. */
  readonly enabled?: boolean;
  /** Reads again after so many milliseconds; undefined: not by time. */
  readonly refetchMs?: number | undefined;
}

/** What a table draws of a list. */
export interface ListState<Row> {
  /** Undefined until the first page is there. */
  readonly rows: readonly Row[] | undefined;
  readonly error: unknown;
  readonly retry: () => void;
  readonly retrying: boolean;
  /** Loads the next page; undefined at the end. */
  readonly more: (() => void) | undefined;
  readonly loadingMore: boolean;
}

const PAGE_SIZE = 100;

/** A list of the API, page by page. Its key starts with `list`, the workspace and the path. */
export function useList<Row>(
  path: string,
  { query = {}, enabled = true, refetchMs }: ListOptions = {},
): ListState<Row> {
  const { api } = useApp();
  const slug = useOptionalWorkspace()?.slug ?? null;
  const list = useInfiniteQuery({
    queryKey: queryKeys.list(slug, path, query),
    queryFn: ({ signal, pageParam }) =>
      api.get<Page<Row>>(path, { query: { limit: PAGE_SIZE, ...query, cursor: pageParam }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next_cursor: next }) => next ?? undefined,
    enabled,
    refetchInterval: refetchMs ?? false,
  });
  return {
    rows: list.data?.pages.flatMap(({ data }) => data),
    error: list.data ? null : list.error,
    retry: () => void list.refetch(),
    retrying: list.isFetching,
    more: list.hasNextPage ? () => void list.fetchNextPage() : undefined,
    loadingMore: list.isFetchingNextPage,
  };
}

/** One resource of the API, under the same keys as lists. */
export function useItem<Item>(path: string, { enabled = true, query = {} }: ListOptions = {}) {
  const { api } = useApp();
  const slug = useOptionalWorkspace()?.slug ?? null;
  return useQuery({
    queryKey: queryKeys.item(slug, path, query),
    queryFn: ({ signal }) => api.get<Item>(path, { query, signal }),
    enabled,
  });
}

/**
 * Changes a resource of `useItem` that is replaced as a whole: made of what the server has then, and again where it was faster changed by
 * another tab. `useItem` shows the answer, and no answer that left the server before it.
 */
export function useItemEdit<Item>(path: string): (edit: (before: Item) => Item) => Promise<void> {
  const { api } = useApp();
  const slug = useOptionalWorkspace()?.slug ?? null;
  const queries = useQueryClient();
  const write = async (edit: (before: Item) => Item): Promise<Item> => {
    for (;;) {
      const { body, etag } = await api.request<Item>('GET', path);
      try {
        return await api.put<Item>(path, edit(body), { headers: { 'if-match': etag ?? '*' } });
      } catch (error) {
        if (!isApiError(error) || error.code !== 'version_conflict') throw error;
      }
    }
  };
  return async (edit) => {
    const queryKey = queryKeys.item(slug, path, {});
    const answer = await write(edit);
    await queries.cancelQueries({ queryKey, exact: true });
    queries.setQueryData(queryKey, answer);
  };
}

/** Reads again what begins with `path` after messages of the stream that `matches`. */
export function useLive(path: string, matches: (message: StreamMessage) => boolean): void {
  const stream = useOptionalWorkspace()?.stream;
  const refresh = useRefresh();
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const unsubscribe = stream?.subscribe((message) => {
      if (message.type !== 'resync' && !matches(message)) return;
      timer ??= setTimeout(() => {
        timer = undefined;
        void refresh(path);
      }, LIVE_WAIT_MS);
    });
    return () => {
      clearTimeout(timer);
      unsubscribe?.();
    };
  }, [stream, path, matches, refresh]);
}

/** Several messages within this time cause one request. */
const LIVE_WAIT_MS = 100;
