import { Api } from '@cubit/web-client';
import { AppProvider, useApp } from '@cubit/web-records';
import { type ReactNode, useEffect, useState } from 'react';
import { useAwake } from './use-awake.js';

/** Requests of a screen without a person: a session that somebody left in its browser is never refreshed for it. The screen stays on. */
export function WallApp({ children }: { readonly children: ReactNode }) {
  const app = useApp();
  const [services] = useState(() => ({ ...app, api: new Api(undefined, { hasSession: false }) }));
  const { api } = services;
  useAwake();
  useEffect(() => {
    const lose = () => api.lose();
    window.addEventListener('offline', lose);
    return () => window.removeEventListener('offline', lose);
  }, [api]);
  return <AppProvider value={services}>{children}</AppProvider>;
}
