import { RoutePending } from './RoutePending.js';
import { useApp, useGo, useMyWorkspaces } from '@cubit/web-records';
import { useParams } from '@tanstack/react-router';
import { useEffect } from 'react';

/** What a printed code leads to: the scan page of the workspace that was open last. */
export function CodePage() {
  const { code = '' } = useParams({ strict: false }) as { readonly code?: string };
  const { api } = useApp();
  const go = useGo();
  const { data, error } = useMyWorkspaces();
  useEffect(() => {
    if (error) return go(`/sign-in?next=${encodeURIComponent(`/c/${code}`)}`, { replace: true });
    if (!data) return;
    const last = localStorage.getItem('cubit-workspace');
    const open = data.find(({ slug }) => slug === last) ?? data[0];
    const target = open ? `/w/${encodeURIComponent(open.slug)}/scan?code=${encodeURIComponent(code)}` : '/workspaces';
    go(target, { replace: true });
  }, [api, code, data, error, go]);
  return <RoutePending />;
}
