import type { Me } from '@cubit/web-client';
import { TextField } from '@cubit/web-kit/forms';
import { queryKeys, useApp } from '@cubit/web-records';
import { useSubmit } from '@cubit/web-records/changes';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { EmailField, OutsideForm } from '../OutsideForm.js';
import { OutsidePage } from '../OutsidePage.js';

export interface AccountStepProps {
  /** The instance asks for the token that the program printed at its start. */
  readonly needsToken: boolean;
  readonly onDone: () => void;
}

export function AccountStep({ needsToken, onDone }: AccountStepProps) {
  const { api } = useApp();
  const queries = useQueryClient();
  const [email, setEmail] = useState('');
  const [name, setName] = useState('');
  const [password, setPassword] = useState('');
  const [token, setToken] = useState('');
  const fields = ['email', 'name', 'password', 'setup_token'];
  const submission = useSubmit({
    shown: fields,
    send: async () => {
      const body = { email, name, password, ...(needsToken && { setup_token: token }) };
      const { user } = await api.post<{ readonly user: Me }>('/me/registration', body);
      api.signedIn(user);
      queries.removeQueries({ queryKey: queryKeys.me() });
      onDone();
    },
  });
  return (
    <OutsidePage title="Welcome to Cubit" lead="Create the first account. It administers this instance.">
      <OutsideForm submission={submission} verb="Create account">
        <EmailField value={email} onChange={setEmail} error={submission.faults['/email']} autoFocus />
        <TextField
          label="Name"
          name="name"
          autoComplete="name"
          value={name}
          onChange={setName}
          error={submission.faults['/name']}
        />
        <TextField
          label="Password"
          name="password"
          type="password"
          autoComplete="new-password"
          description="At least 10 characters"
          value={password}
          onChange={setPassword}
          error={submission.faults['/password']}
        />
        {needsToken && (
          <TextField
            label="Setup token"
            name="setup_token"
            autoComplete="off"
            description="The program printed it at its start; it is also in the file setup-token of its data directory."
            value={token}
            onChange={setToken}
            error={submission.faults['/setup_token']}
          />
        )}
      </OutsideForm>
    </OutsidePage>
  );
}
