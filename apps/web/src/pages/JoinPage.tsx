import type { Me } from '@cubit/web-client';
import { Banner, Skeleton } from '@cubit/web-kit';
import { TextField } from '@cubit/web-kit/forms';
import { queryKeys, useApp, useGo } from '@cubit/web-records';
import { useSubmit } from '@cubit/web-records/changes';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { EmailField, OutsideForm } from './OutsideForm.js';
import { OutsidePage } from './OutsidePage.js';

interface Invitation {
  readonly workspace: { readonly slug: string; readonly name: string };
  readonly inviter: string;
  /** Masked; null: anybody can accept. */
  readonly email: string | null;
  readonly role: string;
}

/** An invitation: joins with the account that is signed in, or with a new one. */
export function JoinPage() {
  const { token = '' } = useParams({ strict: false }) as { readonly token?: string };
  const { api } = useApp();
  const invitation = useQuery({
    queryKey: queryKeys.invitation(token),
    queryFn: () => api.get<Invitation>(`/me/invitations/${encodeURIComponent(token)}`),
    retry: false,
  });
  if (invitation.isPending)
    return (
      <OutsidePage title="Invitation">
        <Skeleton />
      </OutsidePage>
    );
  if (!invitation.data)
    return (
      <OutsidePage title="Invitation">
        <Banner tone="bad">This invitation does not exist, has expired or was already accepted.</Banner>
        <a href="/sign-in">Sign in</a>
      </OutsidePage>
    );
  return <JoinForm token={token} invitation={invitation.data} />;
}

function JoinForm({ token, invitation }: { readonly token: string; readonly invitation: Invitation }) {
  const { api } = useApp();
  const go = useGo();
  const queries = useQueryClient();
  const [email, setEmail] = useState('');
  const [name, setName] = useState('');
  const [password, setPassword] = useState('');
  const arrive = () => {
    queries.clear();
    go(`/w/${encodeURIComponent(invitation.workspace.slug)}`, { replace: true });
  };
  const register = useSubmit({
    shown: ['email', 'name', 'password'],
    send: async () => {
      const body = { email, name, password, invitation: token };
      const { user } = await api.post<{ readonly user: Me }>('/me/registration', body);
      api.signedIn(user);
      arrive();
    },
  });
  const accept = useSubmit({
    shown: [],
    send: async () => {
      await api.post(`/me/invitations/${encodeURIComponent(token)}/accept`);
      arrive();
    },
  });
  const me = useQuery({
    queryKey: queryKeys.me(),
    queryFn: () => api.get<{ readonly name: string }>('/me'),
    retry: false,
  });
  const title = `Join ${invitation.workspace.name}`;
  // Who is signed in needs no form: one that is drawn before that is known would go while it is filled in.
  if (me.isPending)
    return (
      <OutsidePage title={title}>
        <Skeleton />
      </OutsidePage>
    );
  if (me.data)
    return (
      <OutsidePage title={title} lead={`You join as ${invitation.role}, with the account of ${me.data.name}.`}>
        <OutsideForm submission={accept} verb="Join" />
      </OutsidePage>
    );
  return (
    <OutsidePage title={title} lead={leadOf(invitation)}>
      <OutsideForm
        submission={register}
        verb="Join"
        link={<a href={`/sign-in?next=${encodeURIComponent(`/join/${token}`)}`}>I have an account</a>}
      >
        <EmailField value={email} onChange={setEmail} error={register.faults['/email']} autoFocus />
        <TextField label="Name" autoComplete="name" value={name} onChange={setName} error={register.faults['/name']} />
        <TextField
          label="Password"
          type="password"
          autoComplete="new-password"
          description="At least 10 characters"
          value={password}
          onChange={setPassword}
          error={register.faults['/password']}
        />
      </OutsideForm>
    </OutsidePage>
  );
}

function leadOf({ inviter, role, email }: Invitation): string {
  const who = `${inviter} invites you as ${role}.`;
  return email === null ? who : `${who} The invitation is for ${email}: enter that address in full.`;
}
