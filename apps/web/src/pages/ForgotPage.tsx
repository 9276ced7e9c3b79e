import { Banner } from '@cubit/web-kit';
import { useApp } from '@cubit/web-records';
import { useSubmit } from '@cubit/web-records/changes';
import { useState } from 'react';
import { EmailField, OutsideForm } from './OutsideForm.js';
import { OutsidePage } from './OutsidePage.js';

/** Asks for a link to set a new password. */
export function ForgotPage() {
  const { api } = useApp();
  const [email, setEmail] = useState('');
  const [isSent, setSent] = useState(false);
  const submission = useSubmit({
    shown: ['email'],
    send: async () => {
      await api.post('/me/password-resets', { email });
      setSent(true);
    },
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
      <OutsideForm submission={submission} verb="Mail me a link" link={<a href="/sign-in">Sign in</a>}>
        <EmailField value={email} onChange={setEmail} error={submission.faults['/email']} autoFocus />
      </OutsideForm>
    </OutsidePage>
  );
}
