import { type QueryKey, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { isBelow } from './key-matches.js';

/** What a change makes out of date: the beginning of a query's key, or of the path of a list or resource. */
export type Stale = QueryKey | string;

/** Reads again what is out of date. Resolves when what is on the screen has been read. */
export function useRefresh(): (...stale: readonly Stale[]) => Promise<void> {
  const queries = useQueryClient();
  return useCallback(
    async (...stale) => {
      await Promise.all(
        stale.map((start) =>
          queries.invalidateQueries(typeof start === 'string' ? { predicate: isBelow(start) } : { queryKey: start }),
        ),
      );
    },
    [queries],
  );
}
