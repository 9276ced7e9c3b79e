import { Banner, Button } from '@cubit/web-kit';
import { Form, TextField } from '@cubit/web-kit/forms';
import { useApp, useGo, useSearchParams } from '@cubit/web-records';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { OutsidePage } from './OutsidePage.js';
import { useSubmit } from './use-submit.js';

export function SignInPage() {
  const { api } = useApp();
  const { next } = useSearchParams();
  const go = useGo();
  const queries = useQueryClient();
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const { pending, faults, message, onSubmit } = useSubmit(['email', 'password'], async () => {
    await api.post('/me/session', { email, password });
    api.session.set('signed-in');
    queries.clear();
    go(ownAddress(next) ?? '/', { replace: true });
  });
  return (
    <OutsidePage title="Sign in">
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
          label="Password"
          name="password"
          type="password"
          autoComplete="current-password"
          value={password}
          onChange={setPassword}
          error={faults['password']}
        />
        <Button type="submit" variant="primary" pending={pending} wide>
          Sign in
        </Button>
        <a href="/forgot">Forgot your password?</a>
      </Form>
    </OutsidePage>
  );
}

/** Only addresses of the own origin are opened. */
function ownAddress(next: string | undefined): string | undefined {
  return next !== undefined && /^\/(?![/\\])/.test(next) ? next : undefined;
}
