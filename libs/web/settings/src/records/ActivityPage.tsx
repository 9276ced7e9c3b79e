import { pagePaths } from '@cubit/web-client';
import { Avatar, EmptyState, LinkButton, RelativeTime } from '@cubit/web-kit';
import { Select } from '@cubit/web-kit/forms';
import { Page, useSearchParams, useSetSearch, useWorkspace, withSearch } from '@cubit/web-records';
import { useMembers } from '@cubit/web-records/members';
import { eventRecords, EventRecords, type LoggedEvent } from '@cubit/web-records/values';
import { type Column, ResourceTable, useList, useLive, useRole } from '../parts/index.js';
import styles from '../parts/parts.module.css';
import { isEvent } from '../wires/is-event.js';
import type { Wire } from '../wires/wire.js';

interface EventItem extends LoggedEvent {
  readonly occurred_at: string;
  readonly actor: {
    readonly type: 'user' | 'system';
    readonly id: string | null;
    readonly via?: { readonly type: string; readonly id: string | null } | null;
  };
  readonly cause: { readonly wire_id?: string | null; readonly run_id?: string } | null;
}

type NamedWire = Pick<Wire, 'id' | 'name'>;

/** The event log: what happened, who caused it, newest first, live. */
export function ActivityPage() {
  const { path, ui, kind: kindOf } = useWorkspace();
  const { admin } = useRole();
  const { name, kind, person } = useSearchParams();
  const list = useList<EventItem>(path('/event-log'), { query: { name, kind, expand: 'records' } });
  const wires = useList<NamedWire>(path('/wires'), { query: { limit: 200 } });
  useLive(path('/event-log'), isEvent);
  const titleOf = (event: string) => ui.events.find(({ name: id }) => id === event)?.title ?? event;
  const shown = { ...list, rows: list.rows?.filter(({ actor }) => person === undefined || actor.id === person) };
  const columns: readonly Column<EventItem>[] = [
    {
      id: 'event',
      title: 'Event',
      fit: true,
      cell: ({ name: event }) => <span className={styles.cellMain}>{titleOf(event)}</span>,
    },
    { id: 'records', title: 'Records', cell: (event) => <EventRecords records={eventRecords(event, kindOf)} /> },
    { id: 'by', title: 'Caused by', cell: (event) => <Cause event={event} wires={wires.rows ?? []} /> },
    { id: 'at', title: 'When', fit: true, cell: ({ occurred_at: at }) => <RelativeTime at={at} /> },
    ...(admin
      ? [{ id: 'automate', title: 'Automate', actions: true, cell: (event: EventItem) => <Automate {...event} /> }]
      : []),
  ];
  const filtered = name !== undefined || kind !== undefined || person !== undefined;
  return (
    <Page title="Activity" lead="What happened in the workspace, as it happens.">
      <Filters />
      <ResourceTable
        label="Activity"
        list={shown}
        columns={columns}
        rowKey={({ id }) => id}
        empty={
          <EmptyState icon="activity" title={filtered ? 'Nothing fits the filter' : 'Nothing has happened yet'}>
            Modules report here what happens to records: stock used, tasks done, prints failed.
          </EmptyState>
        }
      />
    </Page>
  );
}

/** Leads to a new wire on the event. */
function Automate({ name: event, id: sample }: Pick<EventItem, 'name' | 'id'>) {
  const { slug } = useWorkspace();
  return (
    <LinkButton
      size="small"
      variant="quiet"
      icon="workflow"
      label="Automate this"
      href={withSearch(`${pagePaths.workspace(slug)}/wires/new`, { event, sample })}
    />
  );
}

function Filters() {
  const { ui } = useWorkspace();
  const { name, kind, person } = useSearchParams();
  const setSearch = useSetSearch();
  const members = useMembers();
  const patterns = ui.modules.map((module) => ({ id: `${module.name}.*`, title: `All of ${module.title}` }));
  return (
    <div className={styles.filters}>
      <Select
        label="Event"
        placeholder="All events"
        value={name}
        choices={[...patterns, ...ui.events.map(({ name: id, title }) => ({ id, title }))]}
        onChange={(id) => setSearch({ name: id })}
      />
      <Select
        label="Kind"
        placeholder="All kinds"
        value={kind}
        choices={ui.kinds.map(({ id, plural }) => ({ id, title: plural }))}
        onChange={(id) => setSearch({ kind: id })}
      />
      <Select
        label="Person"
        placeholder="Everybody"
        value={person}
        choices={[...members.values()].map(({ user_id: id, name: title }) => ({ id, title }))}
        onChange={(id) => setSearch({ person: id })}
      />
    </div>
  );
}

/** A person, a wire, an integration or the program. */
function Cause({
  event: { actor, cause },
  wires,
}: {
  readonly event: EventItem;
  readonly wires: readonly NamedWire[];
}) {
  const { slug } = useWorkspace();
  const members = useMembers();
  const wire = cause?.wire_id ?? (actor.via?.type === 'wire' ? actor.via.id : null);
  if (typeof wire === 'string') {
    const at = `${pagePaths.workspace(slug)}/wires/${wire}`;
    const name = wires.find(({ id }) => id === wire)?.name ?? 'A wire';
    return <a href={cause?.run_id === undefined ? at : `${at}/runs/${cause.run_id}`}>{name}</a>;
  }
  const name = members.get(actor.id ?? '')?.name;
  const via = actor.via && actor.via.type !== 'session' ? actor.via.type.replaceAll('_', ' ') : undefined;
  if (name === undefined) return <>{via ?? (actor.type === 'system' ? 'The program' : 'Former member')}</>;
  return (
    <span className={styles.person}>
      <Avatar name={name} seed={actor.id ?? name} labelled={false} />
      <span>
        {name}
        {via !== undefined && <span className={styles.muted}> by {via}</span>}
      </span>
    </span>
  );
}
