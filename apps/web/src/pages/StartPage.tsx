import type { Api, Page, OwnWorkspace } from '@cubit/web-client';
import { isApiError } from '@cubit/web-client';
import { queryKeys, useApp, useGo } from '@cubit/web-records';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { RouteError } from './RouteError.js';
import { RoutePending } from './RoutePending.js';

/** The page of `/`: it leads to first start, to sign-in, or to the workspace that was open last. */
export function StartPage() {
  const { api } = useApp();
  const go = useGo();
  const { data, error, refetch } = useQuery({
    queryKey: queryKeys.start(),
    queryFn: () => startAddress(api),
    gcTime: 0,
  });
  useEffect(() => {
    if (data !== undefined) go(data, { replace: true });
  }, [data, go]);
  return error ? <RouteError error={error} reset={() => void refetch()} /> : <RoutePending />;
}

async function startAddress(api: Api): Promise<string> {
  const { mode } = await api.get<{ readonly mode: 'first' | 'invite' | 'open' }>('/me/registration');
  if (mode === 'first') return '/welcome';
  try {
    const { data } = await api.get<Page<OwnWorkspace>>('/me/orgs', { query: { limit: 200 } });
    const last = localStorage.getItem('cubit-workspace');
    const open = data.find(({ slug }) => slug === last) ?? data[0];
    return open ? `/w/${encodeURIComponent(open.slug)}` : '/workspaces';
  } catch (error) {
    if (isApiError(error) && error.status === 401) return '/sign-in';
    throw error;
  }
}
