import { ErrorState, Skeleton } from '@cubit/web-kit';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';

export interface QueryStateProps<Data> {
  readonly query: UseQueryResult<Data>;
  readonly children: (data: Data) => ReactNode;
  /** Lines of the skeleton. */
  readonly lines?: number;
}

/** Loading and failure of one resource. */
export function QueryState<Data>({ query, children, lines = 4 }: QueryStateProps<Data>) {
  if (query.data !== undefined) return children(query.data);
  if (query.error)
    return <ErrorState error={query.error} onRetry={() => void query.refetch()} retrying={query.isFetching} />;
  return <Skeleton count={lines} />;
}
