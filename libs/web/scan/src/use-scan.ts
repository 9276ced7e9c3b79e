import type { RecordRef } from '@cubit/web-client';
import { queryKeys, useApp, useWorkspace } from '@cubit/web-records';
import { useQuery } from '@tanstack/react-query';
import type { LabelData } from './label-data.js';

interface ScanAnswer {
  /** Without the address around it. */
  readonly code: string;
  readonly data: LabelData;
  /** The records that the code names, the best first; empty for an unknown code. */
  readonly records: readonly RecordRef[];
}

/** What a code says, and the records that it names. */
export function useScan(code: string) {
  const { api } = useApp();
  const { slug, path } = useWorkspace();
  return useQuery({
    queryKey: queryKeys.scan(slug, code),
    queryFn: ({ signal }) => api.get<ScanAnswer>(path('/scan'), { query: { code }, signal }),
    enabled: code !== '',
    staleTime: 0,
  });
}
