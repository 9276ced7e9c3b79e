import { withTitles } from '@cubit/web-contract';
import { FieldRow, Select, TagField, TextField } from '@cubit/web-kit/forms';
import { useApp, useWorkspace } from '@cubit/web-records';
import { useChanges } from '@cubit/web-records/changes';
import { faultsOf, FormDialog, type Schema, SchemaFields, schemaDefaults, sentOf, useForm } from '../parts/index.js';
import styles from '../parts/parts.module.css';
import type { Channel, ChannelType } from './channel.js';

export interface ChannelDialogProps {
  readonly channel: Channel | undefined;
  readonly types: readonly ChannelType[];
  readonly onClose: () => void;
}

export const PRIORITIES = [
  { id: 'low', title: 'All' },
  { id: 'normal', title: 'Normal and above' },
  { id: 'high', title: 'High and above' },
  { id: 'urgent', title: 'Urgent alone' },
] as const;

interface ChannelValues {
  readonly type: string;
  readonly name: string;
  readonly config: Readonly<Record<string, unknown>>;
  readonly events: readonly string[];
  readonly min_priority: string;
}

/** A channel: its type, then what the schema of the type asks for. */
export function ChannelDialog({ channel, types, onClose }: ChannelDialogProps) {
  const send = useSaveChannel(channel);
  const [first] = types;
  const state = useForm<ChannelValues>({
    initial: {
      type: channel?.type ?? first?.type ?? '',
      name: channel?.name ?? '',
      config: channel?.config ?? schemaDefaults(first?.config_schema ?? {}),
      events: channel?.events ?? [],
      min_priority: channel?.min_priority ?? 'low',
    },
    shown: (path) => ['type', 'name', 'config', 'events', 'min_priority'].includes(path.split('/')[0] ?? ''),
    check: (values) => faultsOf(schemaOf(types, values), values.config, '/config'),
    send: async (values) => {
      await send({ ...values, config: sentOf(schemaOf(types, values), values.config) });
      onClose();
    },
  });
  const { values, set, fault } = state;
  const type = types.find((one) => one.type === values.type);
  const choose = (id: string | undefined) => {
    const chosen = types.find((one) => one.type === id);
    state.replace({ ...values, type: id ?? '', config: schemaDefaults(chosen?.config_schema ?? {}) });
  };
  return (
    <FormDialog
      title={channel ? `Channel ${channel.name}` : 'New channel'}
      save={channel ? 'Save channel' : 'Add channel'}
      state={state}
      onClose={onClose}
    >
      <FieldRow>
        <Select
          label="Type"
          name="type"
          required
          disabled={channel !== undefined}
          value={values.type || undefined}
          choices={types.map(({ type: id, title }) => ({ id, title }))}
          onChange={choose}
          error={fault('type')}
        />
        <TextField
          label="Name"
          name="name"
          placeholder={type?.title}
          value={values.name}
          onChange={(name) => set('name', name)}
          error={fault('name')}
        />
      </FieldRow>
      {type && <p className={styles.lead}>{withTitles(type.description)}</p>}
      {type && (
        <SchemaFields
          schema={type.config_schema}
          value={values.config}
          onChange={(config) => set('config', config)}
          path="/config"
          faults={state.faults}
        />
      )}
      <TagField
        label="Events"
        placeholder="All events"
        description="Names or patterns, such as stock.low or *; Enter adds one. Without any, all events are sent."
        value={values.events}
        onChange={(events) => set('events', events)}
        error={fault('events')}
      />
      <Select
        label="Priority"
        required
        value={values.min_priority}
        choices={PRIORITIES}
        onChange={(least) => set('min_priority', least ?? 'low')}
        error={fault('min_priority')}
      />
    </FormDialog>
  );
}

const schemaOf = (types: readonly ChannelType[], { type: chosen }: ChannelValues): Schema =>
  types.find(({ type }) => type === chosen)?.config_schema ?? {};

function useSaveChannel(channel: Channel | undefined) {
  const { api } = useApp();
  const { path } = useWorkspace();
  const { change } = useChanges();
  const base = path('/notification-channels');
  return ({ type, name, config, events, min_priority }: ChannelValues) => {
    const body = {
      ...(name.trim() !== '' && { name: name.trim() }),
      config,
      events: events.length === 0 ? null : events,
      min_priority,
    };
    return change({
      run: () =>
        channel ? api.patch<Channel>(`${base}/${channel.id}`, body) : api.post<Channel>(base, { type, ...body }),
      undo: ({ id }) => {
        if (!channel) return api.delete(`${base}/${id}`);
        const { name: before, config: kept, events: sent, min_priority: least } = channel;
        return api.patch(`${base}/${id}`, { name: before, config: kept, events: sent, min_priority: least });
      },
      done: channel ? `Changed the channel ${channel.name}` : 'Added the channel',
      refresh: [base],
    });
  };
}
