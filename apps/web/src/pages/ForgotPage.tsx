import { Banner, Button } from '@cubit/web-kit';
import { Form, TextField } from '@cubit/web-kit/forms';
import { useApp } from '@cubit/web-records';
import { useState } from 'react';
import { OutsidePage } from './OutsidePage.js';
import { useSubmit } from './use-submit.js';

/** Asks for a link to set a new password. */
export function ForgotPage() {
  const { api } = useApp();
  const [email, setEmail] = useState('');
  const [isSent, setSent] = useState(false);
  const { pending, faults, message, onSubmit } = useSubmit(['email'], async () => {
    await api.post('/me/password-resets', { email });
    setSent(true);
  });
  if (isSent)
    return (
      <OutsidePage title="Look into your mail">
        <Banner tone="ok">
          If {email} has an account here, a link to set a new password is on its way. It works once, for 30 minutes.
        </Banner>
        <a href="/sign-in">Sign in</a>
      </OutsidePage>
    );
  return (
    <OutsidePage title="Forgot your password?" lead="We mail you a link to set a new one.">
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
        <Button type="submit" variant="primary" pending={pending} wide>
          Mail me a link
        </Button>
        <a href="/sign-in">Sign in</a>
      </Form>
    </OutsidePage>
  );
}
