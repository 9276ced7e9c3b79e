import { isApiError } from '@cubit/web-client';
import { Button, Dialog } from '@cubit/web-kit';
import { Form, TextField } from '@cubit/web-kit/forms';
import { useApp, useGo, useMe } from '@cubit/web-records';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';

const stay = () => undefined;

/** Asks for the password when the session has ended. The page behind it keeps what was typed. */
export function SessionDialog({ open }: { readonly open: boolean }) {
  const { api } = useApp();
  const { data: me } = useMe();
  const go = useGo();
  const queries = useQueryClient();
  const [password, setPassword] = useState('');
  const [fault, setFault] = useState<string>();
  const [pending, setPending] = useState(false);
  const submit = async () => {
    setPending(true);
    try {
      await api.post('/me/session', { email: me?.email ?? '', password });
      api.session.set('signed-in');
      setPassword('');
      setFault(undefined);
      await queries.invalidateQueries();
    } catch (error) {
      setFault(isApiError(error) ? error.message : String(error));
    } finally {
      setPending(false);
    }
  };
  return (
    <Dialog title="Your session has ended" size="small" open={open} stays onClose={stay}>
      <Form onSubmit={() => void submit()}>
        <p>Sign in again to go on where you were. Nothing on the page is lost.</p>
        <input type="email" value={me?.email ?? ''} autoComplete="username" readOnly hidden />
        <TextField
          label="Password"
          type="password"
          autoComplete="current-password"
          value={password}
          onChange={setPassword}
          error={fault}
          autoFocus
        />
        <Button type="submit" variant="primary" pending={pending} wide>
          Sign in
        </Button>
        <Button variant="quiet" wide onPress={() => go('/sign-in')}>
          Leave this page
        </Button>
      </Form>
    </Dialog>
  );
}
