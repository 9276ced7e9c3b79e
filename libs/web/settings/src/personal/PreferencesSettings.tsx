import { ComboBox, FieldRow, Select, Switch, TextField } from '@cubit/web-kit/forms';
import { useWorkspace } from '@cubit/web-records';
import { useChanges } from '@cubit/web-records/changes';
import { EmptyState } from '@cubit/web-kit';
import { useMutation, useMutationState } from '@tanstack/react-query';
import { useReducer } from 'react';
import {
  type Column,
  QueryState,
  ResourceTable,
  SavedForm,
  SettingsSection,
  useForm,
  useItem,
  useItemEdit,
  useList,
} from '../parts/index.js';
import styles from '../parts/parts.module.css';
import { timeZones } from '../workspace/regions.js';

interface Preference {
  readonly event: string;
  readonly enabled: boolean;
  readonly channels?: readonly string[] | null;
}

interface Preferences {
  readonly preferences: readonly Preference[];
  readonly time_zone: string;
  readonly quiet_hours: { readonly from: string; readonly to: string } | null;
  readonly email_digest: 'off' | 'hourly' | 'daily';
}

interface NotifyingEvent {
  readonly name: string;
  readonly title: string;
  readonly notifies: boolean;
}

type Edit = (before: Preferences) => Preferences;

/** What the person is notified about in this workspace, and when. */
export function PreferencesSettings() {
  const { path } = useWorkspace();
  const preferences = useItem<Preferences>(path('/notification-preferences'));
  return (
    <QueryState query={preferences}>
      {(own) => (
        <>
          <SettingsSection title="Events">
            <EventPreferences own={own} />
          </SettingsSection>
          <SettingsSection title="When" narrow lead="Urgent notifications ignore quiet hours and digests.">
            <TimesForm key={JSON.stringify(timesOf(own))} own={own} />
          </SettingsSection>
        </>
      )}
    </QueryState>
  );
}

/**
 * Changes of one part of the document. The API replaces all of it, so each is made of the document as the server has it then, one after the
 * other: none takes another back.
 */
function usePreferenceEdits(own: Preferences) {
  const { path } = useWorkspace();
  const changes = useChanges();
  const at = path('/notification-preferences');
  const write = useItemEdit<Preferences>(at);
  const mutationKey = [at];
  const { mutateAsync } = useMutation({
    mutationKey,
    scope: { id: at },
    mutationFn: write,
  });
  // At once: the cache reports mutations after the event, at whose end React would turn the control back for a moment.
  const [, redraw] = useReducer((times: number) => times + 1, 0);
  const pending = useMutationState({
    filters: { mutationKey, exact: true, status: 'pending' },
    select: ({ state }) => state.variables as Edit,
  });
  const edit = (next: Edit, { undo, done }: { readonly undo: Edit; readonly done: string }) => ({
    run: () => {
      const written = mutateAsync(next);
      redraw();
      return written;
    },
    undo: () => mutateAsync(undo),
    done,
    refresh: [at],
  });
  return { edit, shown: pending.reduce((before, next) => next(before), own), ...changes };
}

const WAYS = [
  { id: 'all', title: 'Bell and channels' },
  { id: 'bell', title: 'Bell only' },
  { id: 'off', title: 'Off' },
];

function EventPreferences({ own }: { readonly own: Preferences }) {
  const { path, ui } = useWorkspace();
  const moduleOf = (name: string) =>
    ui.modules.find((module) => module.name === name.split('.')[0])?.title ?? 'Workspace';
  const events = useList<NotifyingEvent>(path('/events'), { query: { limit: 200 } });
  const { edit, shown, attempt } = usePreferenceEdits(own);
  const known = events.rows?.filter(({ notifies }) => notifies);
  const patterns = own.preferences.filter(({ event }) => event.includes('*'));
  const rows = known && [...patterns.map(({ event }) => ({ name: event, title: 'Pattern', notifies: true })), ...known];
  const set = ({ name, title }: NotifyingEvent, way: string) => {
    const before = shown.preferences.find(({ event }) => event === name);
    const entry = { event: name, enabled: way !== 'off', ...(way === 'bell' && { channels: [] }) };
    const done = `${title}: ${WAYS.find(({ id }) => id === way)?.title.toLowerCase() ?? way}`;
    void attempt(edit(withEntry(name, entry), { undo: withEntry(name, before), done }));
  };
  const columns: readonly Column<NotifyingEvent>[] = [
    {
      id: 'event',
      title: 'Event',
      cell: ({ title, name }) => (
        <span className={styles.cellMain}>
          <span>{title}</span>
          {name.includes('*') ? (
            <code className={styles.mono}>{name}</code>
          ) : (
            <span className={styles.muted}>{moduleOf(name)}</span>
          )}
        </span>
      ),
    },
    {
      id: 'way',
      title: 'How',
      fit: true,
      cell: (event) => (
        <Select
          label={`How for ${event.title}`}
          hideLabel
          compact
          required
          value={wayOf(event.name, shown.preferences)}
          choices={WAYS}
          onChange={(way) => set(event, way ?? 'all')}
        />
      ),
    },
  ];
  return (
    <ResourceTable
      label="Events"
      list={{ ...events, rows }}
      columns={columns}
      rowKey={({ name }) => name}
      empty={<EmptyState icon="bell" title="No event of the modules that are on notifies anybody" />}
    />
  );
}

/** The document with this entry, or without one of the event. */
function withEntry(name: string, entry: Preference | undefined): Edit {
  return ({ preferences, ...rest }) => ({
    ...rest,
    preferences: [...preferences.filter(({ event }) => event !== name), ...(entry ? [entry] : [])],
  });
}

function timesOf({ time_zone, quiet_hours, email_digest }: Preferences) {
  return { time_zone, quiet_hours, email_digest };
}

/** The most specific entry applies. */
function wayOf(event: string, preferences: readonly Preference[]): string {
  const fits = ({ event: pattern }: Preference) =>
    pattern === event || (pattern.endsWith('*') && event.startsWith(pattern.slice(0, -1)));
  const [entry] = preferences.filter(fits).toSorted((one, other) => other.event.length - one.event.length);
  if (!entry) return 'all';
  if (!entry.enabled) return 'off';
  return entry.channels?.length === 0 ? 'bell' : 'all';
}

function TimesForm({ own }: { readonly own: Preferences }) {
  const { edit, change } = usePreferenceEdits(own);
  const state = useForm({
    initial: {
      time_zone: own.time_zone,
      quiet: own.quiet_hours !== null,
      from: own.quiet_hours?.from ?? '22:00',
      to: own.quiet_hours?.to ?? '07:00',
      email_digest: own.email_digest,
    },
    shown: (at) => ['time_zone', 'quiet_hours/from', 'quiet_hours/to', 'email_digest'].includes(at),
    send: ({ quiet, from, to, ...rest }) => {
      const times = { ...rest, quiet_hours: quiet ? { from, to } : null };
      const undo = (before: Preferences) => ({ ...before, ...timesOf(own) });
      return change(edit((before) => ({ ...before, ...times }), { undo, done: 'Saved your notifications' }));
    },
  });
  const { values, set, fault } = state;
  return (
    <SavedForm label="When" state={state}>
      <ComboBox
        label="Time zone"
        value={{ id: values.time_zone, title: values.time_zone.replaceAll('_', ' ') }}
        onChange={(zone) => set('time_zone', zone?.id ?? 'UTC')}
        load={(text) => Promise.resolve(timeZones(text))}
        error={fault('time_zone')}
      />
      <Switch
        label="Quiet hours"
        description="Channels wait until they are over; the bell does not."
        value={values.quiet}
        onChange={(on) => set('quiet', on)}
      />
      {values.quiet && (
        <FieldRow>
          <TextField
            label="From"
            placeholder="22:00"
            value={values.from}
            onChange={(from) => set('from', from)}
            error={fault('quiet_hours/from')}
          />
          <TextField
            label="To"
            placeholder="07:00"
            value={values.to}
            onChange={(to) => set('to', to)}
            error={fault('quiet_hours/to')}
          />
        </FieldRow>
      )}
      <Select
        label="Emails"
        required
        value={values.email_digest}
        choices={[
          { id: 'off', title: 'One for each notification' },
          { id: 'hourly', title: 'Collected, hourly' },
          { id: 'daily', title: 'Collected, daily at 08:00' },
        ]}
        onChange={(digest) => set('email_digest', (digest ?? 'off') as Preferences['email_digest'])}
        error={fault('email_digest')}
      />
    </SavedForm>
  );
}
