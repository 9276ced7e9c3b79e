import type { RecordRef } from '@cubit/web-client';
import { useApp, useWorkspace } from '@cubit/web-records';
import { useQuery } from '@tanstack/react-query';

interface ScanAnswer {
  readonly records: readonly RecordRef[];
}

/** The records that a code names, the best first; empty for an unknown code. */
export function useScan(code: string) {
  const { api } = useApp();
  const { slug, path } = useWorkspace();
  return useQuery({
    queryKey: ['scan', slug, code],
    queryFn: async ({ signal }) =>
      (await api.get<ScanAnswer>(path('/scan'), { query: { code }, signal })).records.map(({ kind, id }) => ({
        kind,
        id,
      })),
    enabled: code !== '',
    staleTime: 0,
  });
}
