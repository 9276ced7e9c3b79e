import { isApiError } from '@cubit/web-client';
import { queryKeys, useApp, useGo, useMyWorkspaces } from '@cubit/web-records';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useEffect } from 'react';
import { RoutePending } from './RoutePending.js';

/** What a printed code leads to: its record, in whichever workspace has it; else the scan page of the workspace that was open last. */
export function CodePage() {
  const { code = '' } = useParams({ strict: false }) as { readonly code?: string };
  const { api } = useApp();
  const go = useGo();
  const found = useQuery({
    queryKey: queryKeys.myCode(code),
    queryFn: ({ signal }) => api.get<{ readonly path: string }>(`/me/codes/${encodeURIComponent(code)}`, { signal }),
    retry: false,
  });
  const workspaces = useMyWorkspaces();
  const status = isApiError(found.error) ? found.error.status : undefined;
  const [isUnknown, isSignedOut] = [status === 404, status === 401];
  useEffect(() => {
    const signIn = `/sign-in?next=${encodeURIComponent(`/c/${code}`)}`;
    if (found.data) return go(found.data.path, { replace: true });
    if (isSignedOut) return go(signIn, { replace: true });
    if (!isUnknown || !workspaces.data) return;
    const last = localStorage.getItem('cubit-workspace');
    const open = workspaces.data.find(({ slug }) => slug === last) ?? workspaces.data[0];
    const target = open ? `/w/${encodeURIComponent(open.slug)}/scan?code=${encodeURIComponent(code)}` : '/workspaces';
    go(target, { replace: true });
  }, [code, found.data, isUnknown, isSignedOut, workspaces.data, go]);
  const failure = isUnknown ? workspaces.error : isSignedOut ? null : found.error;
  if (failure) throw failure;
  return <RoutePending />;
}
