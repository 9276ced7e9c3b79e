import { Button, EmptyState, LinkButton, RelativeTime } from '@cubit/web-kit';
import { RadioGroup } from '@cubit/web-kit/forms';
import { pagePaths } from '@cubit/web-client';
import { useApp, useMe, useWorkspace } from '@cubit/web-records';
import { useChanges } from '@cubit/web-records/changes';
import { useState } from 'react';
import {
  type Column,
  FormDialog,
  NameField,
  ResourceTable,
  SecretDialog,
  SettingsSection,
  useAsk,
  useForm,
  useList,
} from '../parts/index.js';

interface CalendarAddress {
  readonly id: string;
  readonly name: string;
  readonly last_used_at: string | null;
  readonly created_at: string;
  /** Only in the answer that makes it. */
  readonly url?: string;
}

interface AddressValues {
  readonly name: string;
  readonly tasks: 'all' | 'mine';
}

const MODULE = 'projects';
const ADDRESSES = `/modules/${MODULE}/calendar-addresses`;

/** Addresses at which calendar programs of the person follow due times. */
export function CalendarSettings() {
  const { slug, ui } = useWorkspace();
  if (ui.modules.some(({ name }) => name === MODULE)) return <Addresses />;
  return (
    <EmptyState
      icon="calendar"
      title="There are no tasks in this workspace"
      action={<LinkButton href={`${pagePaths.workspace(slug)}/settings/modules`}>Modules</LinkButton>}
    >
      The calendar has the due times of tasks. An admin turns the module Projects on.
    </EmptyState>
  );
}

function Addresses() {
  const { path } = useWorkspace();
  const list = useList<CalendarAddress>(path(ADDRESSES));
  const [creating, setCreating] = useState(false);
  const [made, setMade] = useState<CalendarAddress>();
  const [question, remove] = useRemove();
  const columns: readonly Column<CalendarAddress>[] = [
    { id: 'name', title: 'Address', cell: ({ name }) => name },
    { id: 'created', title: 'Created', fit: true, cell: ({ created_at: at }) => <RelativeTime at={at} /> },
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
      cell: (address) => (
        <Button size="small" label={`Remove ${address.name}`} onPress={() => remove(address)}>
          Remove
        </Button>
      ),
    },
  ];
  const create = (
    <Button variant="primary" icon="plus" onPress={() => setCreating(true)}>
      Create address
    </Button>
  );
  return (
    <>
      <SettingsSection
        hideTitle
        title="Calendar addresses"
        actions={create}
        lead="Anybody who has an address can read the due times, titles and descriptions of open tasks, and nothing else. It ends when you remove it or leave the workspace."
      >
        <ResourceTable
          label="Calendar addresses"
          list={list}
          columns={columns}
          rowKey={({ id }) => id}
          empty={
            <EmptyState
              icon="calendar"
              title="No calendar addresses"
              action={<Button onPress={() => setCreating(true)}>Create an address</Button>}
            >
              Give an address to your calendar program, and it shows the due times of tasks and keeps them current.
            </EmptyState>
          }
        />
      </SettingsSection>
      {creating && <AddressDialog onMade={setMade} onClose={() => setCreating(false)} />}
      {made?.url !== undefined && (
        <SecretDialog
          title={`Calendar address ${made.name}`}
          secrets={[{ title: 'Address', value: made.url }]}
          advice="Copy the address into your calendar program now, as a calendar to subscribe to: it is shown only once."
          onClose={() => setMade(undefined)}
        />
      )}
      {question}
    </>
  );
}

interface AddressDialogProps {
  readonly onMade: (address: CalendarAddress) => void;
  readonly onClose: () => void;
}

function AddressDialog({ onMade, onClose }: AddressDialogProps) {
  const { api } = useApp();
  const { path } = useWorkspace();
  const { change } = useChanges();
  const { data: me } = useMe();
  const base = path(ADDRESSES);
  const state = useForm<AddressValues>({
    initial: { name: '', tasks: 'all' },
    shown: (at) => at === 'name',
    send: async ({ name, tasks }) => {
      const address = await change({
        run: () => api.post<CalendarAddress>(base, { name: name.trim() }),
        undo: ({ id }) => api.delete(`${base}/${id}`),
        done: `Created the calendar address ${name.trim()}`,
        refresh: [base],
      });
      const only = tasks === 'mine' && me ? `&assignee=${me.id}` : '';
      onClose();
      onMade({ ...address, url: `${address.url ?? ''}${only}` });
    },
  });
  const { values, set } = state;
  return (
    <FormDialog title="New calendar address" save="Create address" state={state} onClose={onClose}>
      <NameField state={state} placeholder="Phone" />
      <RadioGroup
        label="Tasks"
        value={values.tasks}
        choices={[
          { id: 'all', title: 'All open tasks' },
          { id: 'mine', title: 'Only those assigned to me' },
        ]}
        onChange={(tasks) => set('tasks', tasks === 'mine' ? 'mine' : 'all')}
      />
    </FormDialog>
  );
}

function useRemove() {
  const { api } = useApp();
  const { path } = useWorkspace();
  const { attempt } = useChanges();
  const [question, ask] = useAsk();
  const base = path(ADDRESSES);
  const remove = ({ id, name }: CalendarAddress) =>
    ask({
      title: `Remove ${name}?`,
      text: 'Calendar programs that follow it are refused at once. This cannot be undone.',
      confirm: 'Remove address',
      run: () =>
        attempt({ run: () => api.delete(`${base}/${id}`), done: `Removed the address ${name}`, refresh: [base] }),
    });
  return [question, remove] as const;
}
