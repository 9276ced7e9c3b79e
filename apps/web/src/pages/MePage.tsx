import { MePage as Me } from '@cubit/web-settings';
import { useApp, useGo } from '@cubit/web-records';
import { useQueryClient } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { forgetPerson } from '../shell/forget-person.js';

export function MePage() {
  const { section = 'account' } = useParams({ strict: false }) as { readonly section?: string };
  const { api } = useApp();
  const queries = useQueryClient();
  const go = useGo();
  const signOut = async () => {
    await api.delete('/me/session').catch(() => undefined);
    forgetPerson();
    queries.clear();
    go('/sign-in');
  };
  return <Me section={section} onSignOut={() => void signOut()} />;
}
