import { Banner } from '@cubit/web-kit';
import { Checkbox, TextField } from '@cubit/web-kit/forms';
import { queryKeys, useApp, useGo } from '@cubit/web-records';
import { useSubmit } from '@cubit/web-records/changes';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { OutsideForm } from './OutsideForm.js';
import { OutsidePage } from './OutsidePage.js';

/** What a mailed link opens: sets a new password. */
export function ResetPage() {
  const { token = '' } = useParams({ strict: false }) as { readonly token?: string };
  const { api } = useApp();
  const path = `/me/password-resets/${encodeURIComponent(token)}`;
  const link = useQuery({ queryKey: queryKeys.passwordReset(token), queryFn: () => api.get(path), retry: false });
  if (link.isPending) return <OutsidePage title="New password">{null}</OutsidePage>;
  if (!link.data)
    return (
      <OutsidePage title="New password">
        <Banner tone="bad">This link does not exist, has expired, or was already used.</Banner>
        <a href="/forgot">Mail me another link</a>
      </OutsidePage>
    );
  return <ResetForm path={path} />;
}

function ResetForm({ path }: { readonly path: string }) {
  const { api } = useApp();
  const go = useGo();
  const queries = useQueryClient();
  const [password, setPassword] = useState('');
  const [revoke, setRevoke] = useState(false);
  const submission = useSubmit({
    shown: ['password'],
    send: async () => {
      await api.post(path, { password, ...(revoke && { revoke_tokens: true }) });
      queries.clear();
      go('/sign-in', { replace: true });
    },
  });
  return (
    <OutsidePage title="New password" lead="You are signed out everywhere, and sign in with the new password.">
      <OutsideForm submission={submission} verb="Set password">
        <TextField
          label="New password"
          name="password"
          type="password"
          autoComplete="new-password"
          description="At least 10 characters, and not easy to guess."
          value={password}
          onChange={setPassword}
          error={submission.faults['/password']}
          autoFocus
        />
        <Checkbox label="Also revoke my API tokens" value={revoke} onChange={setRevoke} />
      </OutsideForm>
    </OutsidePage>
  );
}
