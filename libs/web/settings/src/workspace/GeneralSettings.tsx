import { Button, CopyText, DescriptionList, Dialog, RelativeTime } from '@cubit/web-kit';
import { ComboBox, Select, TextField } from '@cubit/web-kit/forms';
import { queryKeys, useApp, useGo, useWorkspace } from '@cubit/web-records';
import { useChanges } from '@cubit/web-records/changes';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { QueryState, RoleNote, SavedForm, SettingsSection, useForm, useItem, useRole } from '../parts/index.js';
import { currencies, timeZones } from './regions.js';

interface WorkspaceItem {
  readonly id: string;
  readonly slug: string;
  readonly name: string;
  readonly settings: Readonly<Record<string, unknown>>;
  readonly created_at: string;
}

/** Name, region and the end of the workspace. */
export function GeneralSettings() {
  const { path } = useWorkspace();
  const workspace = useItem<WorkspaceItem>(path(''));
  const { can } = useRole();
  return (
    <>
      <RoleNote what="change the workspace" />
      <QueryState query={workspace}>
        {(item) => (
          <>
            <SettingsSection title="General" narrow>
              <GeneralForm key={JSON.stringify(item)} item={item} />
            </SettingsSection>
            <SettingsSection title="Address" narrow>
              <DescriptionList
                items={[
                  { title: 'Slug', value: <CopyText text={item.slug} label="Copy the slug" /> },
                  { title: 'Id', value: <CopyText text={item.id} label="Copy the id" /> },
                  { title: 'Created', value: <RelativeTime at={item.created_at} /> },
                ]}
              />
            </SettingsSection>
            {can('owner') && <DeleteSection item={item} />}
          </>
        )}
      </QueryState>
    </>
  );
}

const SHOWN = new Set(['name', 'settings/time_zone', 'settings/currency']);

const bodyOf = ({ name, time_zone, currency }: Readonly<Record<'name' | 'time_zone' | 'currency', string>>) => ({
  name,
  settings: { time_zone: time_zone || null, currency: currency || null },
});

function GeneralForm({ item }: { readonly item: WorkspaceItem }) {
  const { api } = useApp();
  const { path } = useWorkspace();
  const { admin } = useRole();
  const { change } = useChanges();
  const queries = useQueryClient();
  const initial = {
    name: item.name,
    time_zone: textOf(item.settings['time_zone']),
    currency: textOf(item.settings['currency']),
  };
  const patch = async (body: unknown) => {
    await api.patch(path(''), body);
    await queries.invalidateQueries({ queryKey: queryKeys.myWorkspaces() });
  };
  const state = useForm({
    initial,
    shown: (at) => SHOWN.has(at),
    send: (values) =>
      change({
        run: () => patch(bodyOf(values)),
        undo: () => patch(bodyOf(initial)),
        done: 'Saved the workspace',
        refresh: [path('')],
      }),
  });
  const zone = state.values.time_zone;
  return (
    <SavedForm label="General" state={state} locked={!admin}>
      <TextField
        label="Name"
        name="name"
        required
        readOnly={!admin}
        value={state.values.name}
        onChange={(name) => state.set('name', name)}
        error={state.fault('name')}
      />
      <ComboBox
        label="Time zone"
        name="time_zone"
        readOnly={!admin}
        description="For dates that belong to the workshop rather than to a person."
        placeholder="As each browser"
        value={zone === '' ? undefined : { id: zone, title: zone.replaceAll('_', ' ') }}
        onChange={(option) => state.set('time_zone', option?.id ?? '')}
        load={(text) => Promise.resolve(timeZones(text))}
        error={state.fault('settings/time_zone')}
      />
      <Select
        label="Currency"
        name="currency"
        readOnly={!admin}
        description="What a new amount of money begins with."
        placeholder="None"
        value={state.values.currency || undefined}
        onChange={(currency) => state.set('currency', currency ?? '')}
        choices={currencies()}
        error={state.fault('settings/currency')}
      />
    </SavedForm>
  );
}

function DeleteSection({ item }: { readonly item: WorkspaceItem }) {
  const [open, setOpen] = useState(false);
  return (
    <SettingsSection
      title="Delete the workspace"
      lead="Removes all its records, files, wires and history for all members. An archive is the only way back."
      narrow
    >
      <div>
        <Button icon="trash-2" onPress={() => setOpen(true)}>
          Delete workspace…
        </Button>
      </div>
      {open && <DeleteDialog item={item} onClose={() => setOpen(false)} />}
    </SettingsSection>
  );
}

function DeleteDialog({ item, onClose }: { readonly item: WorkspaceItem; readonly onClose: () => void }) {
  const { api } = useApp();
  const { path } = useWorkspace();
  const go = useGo();
  const queries = useQueryClient();
  const state = useForm({
    initial: { confirm: '' },
    shown: (at) => at === 'confirm',
    send: async ({ confirm }) => {
      await api.delete(path(''), { body: { confirm } });
      localStorage.removeItem('cubit-workspace');
      queries.clear();
      go('/');
    },
  });
  const matches = state.values.confirm === item.slug;
  return (
    <Dialog
      open
      role="alertdialog"
      size="small"
      title={`Delete ${item.name}?`}
      onClose={onClose}
      footer={
        <>
          <Button onPress={onClose}>Cancel</Button>
          <Button
            variant="danger"
            pending={state.pending}
            disabledReason={matches ? undefined : 'Type the slug of the workspace first'}
            onPress={state.submit}
          >
            Delete workspace
          </Button>
        </>
      }
    >
      <p>All records, files, wires and the history are removed for everybody. This cannot be undone.</p>
      <TextField
        label={`Type ${item.slug} to confirm`}
        mono
        value={state.values.confirm}
        onChange={(text) => state.set('confirm', text)}
        error={state.fault('confirm') ?? state.message}
      />
    </Dialog>
  );
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
