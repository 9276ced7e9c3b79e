import type { Me } from '@cubit/web-client';
import { TextField } from '@cubit/web-kit/forms';
import { useApp, useGo, useSearchParams } from '@cubit/web-records';
import { useSubmit } from '@cubit/web-records/changes';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { EmailField, OutsideForm } from './OutsideForm.js';
import { OutsidePage } from './OutsidePage.js';

export function SignInPage() {
  const { api } = useApp();
  const { next } = useSearchParams();
  const go = useGo();
  const queries = useQueryClient();
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const submission = useSubmit({
    shown: ['email', 'password'],
    send: async () => {
      const { user } = await api.post<{ readonly user: Me }>('/me/session', { email, password });
      api.signedIn(user);
      queries.clear();
      go(ownAddress(next) ?? '/', { replace: true });
    },
  });
  return (
    <OutsidePage title="Sign in">
      <OutsideForm submission={submission} verb="Sign in" link={<a href="/forgot">Forgot your password?</a>}>
        <EmailField value={email} onChange={setEmail} error={submission.faults['/email']} autoFocus />
        <TextField
          label="Password"
          name="password"
          type="password"
          autoComplete="current-password"
          value={password}
          onChange={setPassword}
          error={submission.faults['/password']}
        />
      </OutsideForm>
    </OutsidePage>
  );
}

/** Only addresses of the own origin are opened. */
function ownAddress(next: string | undefined): string | undefined {
  return next !== undefined && /^\/(?![/\\])/.test(next) ? next : undefined;
}
