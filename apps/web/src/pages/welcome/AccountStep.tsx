import { Banner, Button } from '@cubit/web-kit';
import { Form, TextField } from '@cubit/web-kit/forms';
import { useApp } from '@cubit/web-records';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { OutsidePage } from '../OutsidePage.js';
import { useSubmit } from '../use-submit.js';

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
  const { pending, faults, message, onSubmit } = useSubmit(fields, async () => {
    await api.post('/me/registration', { email, name, password, ...(needsToken && { setup_token: token }) });
    api.session.set('signed-in');
    queries.removeQueries({ queryKey: ['me'] });
    onDone();
  });
  return (
    <OutsidePage title="Welcome to Cubit" lead="Create the first account. It administers this instance.">
      <Form onSubmit={onSubmit}>
        {message !== undefined && <Banner tone="bad">{message}</Banner>}
        <TextField
          label="Email"
          name="email"
          type="email"
          autoComplete="username"
          value={email}
          onChange={setEmail}
          error={faults['email']}
          autoFocus
        />
        <TextField
          label="Name"
          name="name"
          autoComplete="name"
          value={name}
          onChange={setName}
          error={faults['name']}
        />
        <TextField
          label="Password"
          name="password"
          type="password"
          autoComplete="new-password"
          description="At least 10 characters"
          value={password}
          onChange={setPassword}
          error={faults['password']}
        />
        {needsToken && (
          <TextField
            label="Setup token"
            name="setup_token"
            autoComplete="off"
            description="The program printed it at its start; it is also in the file setup-token of its data directory."
            value={token}
            onChange={setToken}
            error={faults['setup_token']}
          />
        )}
        <Button type="submit" variant="primary" pending={pending} wide>
          Create account
        </Button>
      </Form>
    </OutsidePage>
  );
}
