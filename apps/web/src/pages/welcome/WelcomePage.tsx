import { queryKeys, useApp, useGo, useMe, useSearchParams, useSetSearch } from '@cubit/web-records';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { OutsidePage } from '../OutsidePage.js';
import { AccountStep } from './AccountStep.js';
import { ContentStep } from './ContentStep.js';
import { WorkspaceStep } from './WorkspaceStep.js';

interface RegistrationState {
  readonly mode: 'first' | 'invite' | 'open';
  readonly setup_token_needed: boolean;
}

/** First start: the account, the workspace, then its modules and content. With `?step=workspace`, another workspace. */
export function WelcomePage() {
  const { api } = useApp();
  const { step = 'account' } = useSearchParams();
  const setSearch = useSetSearch();
  const go = useGo();
  const [workspace, setWorkspace] = useState({ name: '', slug: '' });
  const me = useMe();
  const registration = useQuery({
    queryKey: queryKeys.registration(),
    queryFn: () => api.get<RegistrationState>('/me/registration'),
    gcTime: 0,
  });
  const closed = registration.data?.mode === 'invite' && step === 'account';
  const missing = step === 'content' && workspace.slug === '';
  const signedOut = me.isError && step !== 'account';
  useEffect(() => {
    if (closed || signedOut) go('/sign-in', { replace: true });
    else if (missing) setSearch({ step: 'workspace' }, { replace: true });
  }, [closed, signedOut, missing, go, setSearch]);
  if (registration.isPending || closed || missing || signedOut)
    return <OutsidePage title="Welcome to Cubit">{null}</OutsidePage>;
  if (step === 'account')
    return (
      <AccountStep
        needsToken={registration.data?.setup_token_needed === true}
        onDone={() => setSearch({ step: 'workspace' }, { replace: true })}
      />
    );
  if (step === 'workspace')
    return (
      <WorkspaceStep
        initial={workspace}
        onDone={(chosen) => {
          setWorkspace(chosen);
          setSearch({ step: 'content' });
        }}
      />
    );
  return <ContentStep workspace={workspace} />;
}
