import { isApiError } from '@cubit/web-client';
import { QueryClient } from '@tanstack/react-query';

/** Queries are kept true by the event stream, so they are not fetched again only because time has passed. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 30_000,
        gcTime: 300_000,
        refetchOnWindowFocus: false,
        // The client tries reads again by itself; a refusal stays one.
        retry: (count, error) => isApiError(error) && error.status === 0 && count < 3,
        networkMode: 'always',
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
}
