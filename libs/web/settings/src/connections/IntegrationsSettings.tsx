import { Button, EmptyState, IconButton, Menu, RelativeTime, Status } from '@cubit/web-kit';
import { useApp, useWorkspace } from '@cubit/web-records';
import { useChanges } from '@cubit/web-records/changes';
import { type ReactNode, useState } from 'react';
import {
  AdminOnly,
  type Column,
  ResourceTable,
  SecretDialog,
  SettingsSection,
  useAsk,
  useList,
} from '../parts/index.js';
import styles from '../parts/parts.module.css';
import type { Connector, Integration } from './integration.js';
import { HitsDialog } from './HitsDialog.js';
import { IntegrationDialog } from './IntegrationDialog.js';

/** Sources of inbound requests. */
export function IntegrationsSettings() {
  return (
    <AdminOnly what="manage integrations">
      <Integrations />
    </AdminOnly>
  );
}

function Integrations() {
  const { path } = useWorkspace();
  const list = useList<Integration>(path('/integrations'));
  const connectors = useList<Connector>(path('/connectors'), { query: { limit: 200 } });
  const [editing, setEditing] = useState<Integration | 'new'>();
  const [made, setMade] = useState<Integration>();
  const [hitsOf, setHitsOf] = useState<Integration>();
  const [question, actions] = useActions({ onEdit: setEditing, onHits: setHitsOf, onMade: setMade });
  const columns = integrationColumns(connectors.rows, actions);
  const add = (
    <Button variant="primary" icon="plus" onPress={() => setEditing('new')}>
      Add integration
    </Button>
  );
  return (
    <>
      <SettingsSection hideTitle title="Integrations" actions={add}>
        <ResourceTable
          label="Integrations"
          list={list}
          columns={columns}
          rowKey={({ id }) => id}
          empty={
            <EmptyState
              icon="plug"
              title="No integrations yet"
              action={<Button onPress={() => setEditing('new')}>Add an integration</Button>}
            >
              Another system posts to an address of its own here; what it says becomes an event that wires act on.
            </EmptyState>
          }
        />
      </SettingsSection>
      {editing !== undefined && connectors.rows && (
        <IntegrationDialog
          integration={editing === 'new' ? undefined : editing}
          connectors={connectors.rows}
          onMade={setMade}
          onClose={() => setEditing(undefined)}
        />
      )}
      {made && <AddressDialog made={made} onClose={() => setMade(undefined)} />}
      {hitsOf && <HitsDialog integration={hitsOf} onClose={() => setHitsOf(undefined)} />}
      {question}
    </>
  );
}

function integrationColumns(
  connectors: readonly Connector[] | undefined,
  actions: (integration: Integration) => ReactNode,
): readonly Column<Integration>[] {
  return [
    {
      id: 'name',
      title: 'Integration',
      cell: ({ name, connector }) => (
        <span className={styles.cellMain}>
          <span>{name}</span>
          <span className={styles.muted}>{connectors?.find(({ id }) => id === connector)?.title ?? connector}</span>
        </span>
      ),
    },
    {
      id: 'state',
      title: 'State',
      fit: true,
      cell: ({ revoked_at: revoked }) =>
        revoked === null ? <Status tone="ok">Receiving</Status> : <Status hollow>Revoked</Status>,
    },
    { id: 'hits', title: 'Hits', numeric: true, fit: true, cell: ({ hit_count: count }) => count.toLocaleString('en') },
    {
      id: 'rejected',
      title: 'Rejected',
      numeric: true,
      fit: true,
      cell: ({ rejected_count: count }) => (
        <span className={count > 0 ? styles.bad : undefined}>{count.toLocaleString('en')}</span>
      ),
    },
    {
      id: 'last',
      title: 'Last hit',
      fit: true,
      cell: ({ last_hit_at: at }) => (at === null ? 'Never' : <RelativeTime at={at} />),
    },
    { id: 'actions', title: 'Actions', actions: true, cell: actions },
  ];
}

function AddressDialog({ made, onClose }: { readonly made: Integration; readonly onClose: () => void }) {
  const secrets = [
    { title: 'Address', value: made.url ?? '' },
    ...(made.secret === undefined ? [] : [{ title: 'Secret', value: made.secret }]),
  ].filter(({ value }) => value !== '');
  return (
    <SecretDialog
      title={`Address of ${made.name}`}
      secrets={secrets}
      advice="Copy both into the other system now: they are shown only once."
      onClose={onClose}
    />
  );
}

interface ActionOptions {
  readonly onEdit: (integration: Integration) => void;
  readonly onHits: (integration: Integration) => void;
  readonly onMade: (integration: Integration) => void;
}

function useActions({ onEdit, onHits, onMade }: ActionOptions) {
  const { api } = useApp();
  const { path } = useWorkspace();
  const { attempt } = useChanges();
  const [question, ask] = useAsk();
  const base = path('/integrations');
  const rotate = ({ id, name }: Integration) =>
    attempt({
      run: async () => onMade(await api.post<Integration>(`${base}/${id}/rotate`)),
      done: `${name} has a new address`,
      refresh: [base],
    });
  const revoke = ({ id, name }: Integration) =>
    attempt({ run: () => api.post(`${base}/${id}/revoke`), done: `Revoked the address of ${name}`, refresh: [base] });
  const remove = ({ id, name }: Integration) =>
    attempt({ run: () => api.delete(`${base}/${id}`), done: `Deleted ${name}`, refresh: [base] });
  const actions = (item: Integration) => {
    const { name } = item;
    const questions = {
      rotate: {
        title: `New address for ${name}?`,
        text: 'The old address stops working at once.',
        confirm: 'Make a new address',
        run: () => rotate(item),
      },
      revoke: {
        title: `Revoke the address of ${name}?`,
        text: 'Requests to it are refused until you make a new one.',
        confirm: 'Revoke',
        run: () => revoke(item),
      },
      remove: {
        title: `Delete ${name}?`,
        text: 'Its address stops working and its hits are removed. This cannot be undone.',
        confirm: 'Delete integration',
        run: () => remove(item),
      },
    };
    return (
      <div className={styles.actions}>
        <Button size="small" label={`Hits of ${name}`} onPress={() => onHits(item)}>
          Hits
        </Button>
        <Menu
          label={`Integration ${name}`}
          placement="bottom end"
          trigger={<IconButton size="small" icon="ellipsis" label={`More for ${name}`} />}
          entries={[
            { id: 'edit', title: 'Edit', icon: 'pencil', onSelect: () => onEdit(item) },
            { id: 'rotate', title: 'New address…', icon: 'refresh-cw', onSelect: () => ask(questions.rotate) },
            ...(item.revoked_at === null
              ? [{ id: 'revoke', title: 'Revoke…', icon: 'ban' as const, onSelect: () => ask(questions.revoke) }]
              : []),
            { id: 'delete', title: 'Delete…', icon: 'trash-2', danger: true, onSelect: () => ask(questions.remove) },
          ]}
        />
      </div>
    );
  };
  return [question, actions] as const;
}
