import type { Page } from '@cubit/web-client';
import { queryKeys, useApp, useWorkspace } from '@cubit/web-records';
import { useRefresh } from '@cubit/web-records/changes';
import type { Approval, WaitingApprovalsProps } from '@cubit/web-settings/approvals';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';

export type Approvals = WaitingApprovalsProps;

const QUERY = { state: 'pending', limit: 5, count: 'exact' };
const NONE: readonly Approval[] = [];

/** What agents ask the person to approve, live: an agent that asks notifies its person. */
export function useApprovals(): { readonly approvals: Approvals; readonly pending: boolean } {
  const { api } = useApp();
  const { slug, path, stream } = useWorkspace();
  const refresh = useRefresh();
  const base = path('/me/agent-approvals');
  const { data, error, isPending, refetch } = useQuery({
    queryKey: queryKeys.item(slug, base, QUERY),
    // Nobody listens while another page is open.
    staleTime: 0,
    queryFn: ({ signal }) => api.get<Page<Approval>>(base, { query: QUERY, signal }),
  });
  useEffect(
    () =>
      stream.subscribe(({ type }) => {
        if (['notification', 'resync'].includes(type)) void refresh(base);
      }),
    [stream, refresh, base],
  );
  return {
    approvals: {
      approvals: data?.data ?? NONE,
      total: data?.total ?? 0,
      error: data ? null : error,
      onRetry: () => void refetch(),
    },
    pending: isPending,
  };
}
