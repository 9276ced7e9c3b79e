import { Button, EmptyState, RelativeTime, Status } from '@cubit/web-kit';
import { Checkbox } from '@cubit/web-kit/forms';
import { useApp } from '@cubit/web-records';
import { useChanges } from '@cubit/web-records/changes';
import { useState } from 'react';
import { type Column, ResourceTable, SecretDialog, SettingsSection, useAsk, useList } from '../parts/index.js';
import styles from '../parts/parts.module.css';
import type { ApiToken } from './api-token.js';
import { TokenDialog } from './TokenDialog.js';

/** API tokens of the person. */
export function TokensSettings() {
  const list = useList<ApiToken>('/me/api-tokens');
  const [creating, setCreating] = useState(false);
  const [made, setMade] = useState<ApiToken>();
  const [all, setAll] = useState(false);
  const [question, revoke] = useRevoke();
  const ended = list.rows?.some((token) => stateOf(token) !== 'active') ?? false;
  const shown = { ...list, rows: all ? list.rows : list.rows?.filter((token) => stateOf(token) === 'active') };
  const columns: readonly Column<ApiToken>[] = [
    {
      id: 'name',
      title: 'Token',
      cell: (token) => <TokenName token={token} />,
    },
    { id: 'reach', title: 'May', cell: ({ scopes, workspace }) => reachOf(scopes, workspace) },
    { id: 'state', title: 'State', fit: true, cell: (token) => <TokenState token={token} /> },
    {
      id: 'used',
      title: 'Last used',
      fit: true,
      cell: ({ last_used_at: at }) => (at === null ? 'Never' : <RelativeTime at={at} />),
    },
    {
      id: 'actions',
      title: 'Actions',
      actions: true,
      cell: (token) =>
        stateOf(token) === 'active' && (
          <Button size="small" label={`Revoke ${token.name}`} onPress={() => revoke(token)}>
            Revoke
          </Button>
        ),
    },
  ];
  const create = (
    <Button variant="primary" icon="plus" onPress={() => setCreating(true)}>
      Create token
    </Button>
  );
  return (
    <>
      <SettingsSection hideTitle title="API tokens" actions={create}>
        {ended && <Checkbox label="Also revoked and expired ones" value={all} onChange={setAll} />}
        <ResourceTable
          label="API tokens"
          list={shown}
          columns={columns}
          rowKey={({ id }) => id}
          empty={
            <EmptyState
              icon="key"
              title="No API tokens"
              action={<Button onPress={() => setCreating(true)}>Create a token</Button>}
            >
              A token lets a script or an agent call the API in your name, as narrowly as you choose.
            </EmptyState>
          }
        />
      </SettingsSection>
      {creating && <TokenDialog onMade={setMade} onClose={() => setCreating(false)} />}
      {made?.token !== undefined && (
        <SecretDialog
          title={`Token ${made.name}`}
          secrets={[{ title: 'Token', value: made.token }]}
          advice="Copy the token now: it is shown only once."
          onClose={() => setMade(undefined)}
        />
      )}
      {question}
    </>
  );
}

function TokenName({ token }: { readonly token: ApiToken }) {
  const { name, token_prefix: prefix, client_id: client } = token;
  return (
    <span className={styles.cellMain}>
      <span>{name}</span>
      {client === undefined ? (
        <code className={styles.mono}>{prefix}…</code>
      ) : (
        <span className={styles.muted}>{`Connected program of ${new URL(client).host}`}</span>
      )}
    </span>
  );
}

function useRevoke() {
  const { api } = useApp();
  const { attempt } = useChanges();
  const [question, ask] = useAsk();
  const revoke = ({ id, name }: ApiToken) =>
    ask({
      title: `Revoke ${name}?`,
      text: 'Programs that use it are refused at once. This cannot be undone.',
      confirm: 'Revoke token',
      run: () =>
        attempt({
          run: () => api.delete(`/me/api-tokens/${id}`),
          done: `Revoked ${name}`,
          refresh: ['/me/api-tokens'],
        }),
    });
  return [question, revoke] as const;
}

function stateOf({ revoked_at: revoked, expires_at: expires }: ApiToken): 'active' | 'revoked' | 'expired' {
  if (revoked !== null) return 'revoked';
  return expires !== null && new Date(expires) <= new Date() ? 'expired' : 'active';
}

function TokenState({ token }: { readonly token: ApiToken }) {
  const state = stateOf(token);
  if (state === 'revoked') return <Status hollow>Revoked</Status>;
  if (state === 'expired') return <Status tone="warn">Expired</Status>;
  if (token.expires_at === null) return <Status tone="ok">Never expires</Status>;
  return (
    <Status tone="ok">
      Expires <RelativeTime at={token.expires_at} />
    </Status>
  );
}

function reachOf(scopes: readonly string[], workspace: string | null): string {
  const what = scopes.length === 0 ? 'Everything that you may do' : scopes.join(', ');
  return workspace === null ? what : `${what}, in ${workspace}`;
}
