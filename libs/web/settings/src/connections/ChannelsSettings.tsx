import { Button, EmptyState, IconButton, RelativeTime, Status } from '@cubit/web-kit';
import { Switch } from '@cubit/web-kit/forms';
import { useApp, useWorkspace } from '@cubit/web-records';
import { useChanges } from '@cubit/web-records/changes';
import { useState } from 'react';
import { AdminOnly, type Column, ResourceTable, SettingsSection, useAsk, useList } from '../parts/index.js';
import styles from '../parts/parts.module.css';
import type { Channel, ChannelType } from './channel.js';
import { ChannelDialog } from './ChannelDialog.js';
import { DeliveriesDialog } from './DeliveriesDialog.js';

/** Ways out for notifications: mail, chats, webhooks. */
export function ChannelsSettings() {
  return (
    <AdminOnly what="manage channels">
      <Channels />
    </AdminOnly>
  );
}

function Channels() {
  const { path } = useWorkspace();
  const list = useList<Channel>(path('/notification-channels'));
  const types = useList<ChannelType>(path('/notification-channel-types'));
  const [editing, setEditing] = useState<Channel | 'new'>();
  const [deliveriesOf, setDeliveriesOf] = useState<Channel>();
  const [question, actions] = useActions({ onEdit: setEditing, onDeliveries: setDeliveriesOf });
  const titleOf = (type: string) => types.rows?.find((one) => one.type === type)?.title ?? type;
  const columns: readonly Column<Channel>[] = [
    {
      id: 'name',
      title: 'Channel',
      cell: ({ name, type }) => (
        <span className={styles.cellMain}>
          <span>{name}</span>
          <span className={styles.muted}>{titleOf(type)}</span>
        </span>
      ),
    },
    {
      id: 'events',
      title: 'Sends',
      cell: ({ events, min_priority: least }) =>
        `${events?.join(', ') ?? 'All events'}${least === 'low' ? '' : `, ${least} and above`}`,
    },
    { id: 'state', title: 'State', cell: (channel) => <ChannelState channel={channel} /> },
    { id: 'enabled', title: 'On', fit: true, cell: (channel) => <EnabledSwitch channel={channel} /> },
    { id: 'actions', title: 'Actions', actions: true, cell: actions },
  ];
  const add = (
    <Button variant="primary" icon="plus" onPress={() => setEditing('new')}>
      Add channel
    </Button>
  );
  return (
    <>
      <SettingsSection hideTitle title="Channels" actions={add}>
        <ResourceTable
          label="Channels"
          list={list}
          columns={columns}
          rowKey={({ id }) => id}
          empty={
            <EmptyState
              icon="send"
              title="No channels yet"
              action={<Button onPress={() => setEditing('new')}>Add a channel</Button>}
            >
              Notifications always reach the bell; a channel also sends them by mail, to a chat or to a webhook.
            </EmptyState>
          }
        />
      </SettingsSection>
      {editing !== undefined && types.rows && (
        <ChannelDialog
          channel={editing === 'new' ? undefined : editing}
          types={types.rows}
          onClose={() => setEditing(undefined)}
        />
      )}
      {deliveriesOf && <DeliveriesDialog channel={deliveriesOf} onClose={() => setDeliveriesOf(undefined)} />}
      {question}
    </>
  );
}

function ChannelState({ channel }: { readonly channel: Channel }) {
  if (channel.failing)
    return (
      <Status tone="bad">
        {channel.failing.failures} failures, since <RelativeTime at={channel.failing.since} />
      </Status>
    );
  return channel.enabled ? <Status tone="ok">Working</Status> : <Status hollow>Off</Status>;
}

function EnabledSwitch({ channel: { id, name, enabled } }: { readonly channel: Channel }) {
  const { api } = useApp();
  const { path } = useWorkspace();
  const { attempt } = useChanges();
  const base = path('/notification-channels');
  const put = (next: boolean) => api.patch(`${base}/${id}`, { enabled: next });
  const change = (next: boolean) =>
    attempt({
      run: () => put(next),
      undo: () => put(enabled),
      done: `Turned ${name} ${next ? 'on' : 'off'}`,
      refresh: [base],
    });
  return <Switch label={`Channel ${name}`} hideLabel value={enabled} onChange={(next) => void change(next)} />;
}

interface ActionOptions {
  readonly onEdit: (channel: Channel) => void;
  readonly onDeliveries: (channel: Channel) => void;
}

function useActions({ onEdit, onDeliveries }: ActionOptions) {
  const { api } = useApp();
  const { path } = useWorkspace();
  const { attempt } = useChanges();
  const [question, ask] = useAsk();
  const base = path('/notification-channels');
  const test = async (channel: Channel) => {
    const run = () => api.post(`${base}/${channel.id}/test`);
    if (await attempt({ run, done: `Sent a test to ${channel.name}`, refresh: [`${base}/${channel.id}`] }))
      onDeliveries(channel);
  };
  const remove = ({ id, name }: Channel) =>
    attempt({ run: () => api.delete(`${base}/${id}`), done: `Deleted the channel ${name}`, refresh: [base] });
  const actions = (channel: Channel) => {
    const { name } = channel;
    const question = {
      title: `Delete the channel ${name}?`,
      text: 'Its addresses and secrets are removed. This cannot be undone.',
      confirm: 'Delete channel',
      run: () => remove(channel),
    };
    return (
      <div className={styles.actions}>
        <Button size="small" label={`Test ${name}`} onPress={() => void test(channel)}>
          Test
        </Button>
        <IconButton icon="history" size="small" label={`Deliveries of ${name}`} onPress={() => onDeliveries(channel)} />
        <IconButton icon="pencil" size="small" label={`Edit ${name}`} onPress={() => onEdit(channel)} />
        <IconButton icon="trash-2" size="small" label={`Delete ${name}`} onPress={() => ask(question)} />
      </div>
    );
  };
  return [question, actions] as const;
}
