import { pagePaths } from '@cubit/web-client';
import { Banner, Button, EmptyState, LinkButton, RelativeTime } from '@cubit/web-kit';
import { Page, useApp, useWorkspace } from '@cubit/web-records';
import { useChanges } from '@cubit/web-records/changes';
import { type Column, ResourceTable, RoleNote, useItem, useList, useLive, useRole } from '../parts/index.js';
import styles from '../parts/parts.module.css';
import { Recipes } from './builder/Recipes.js';
import { isEvent } from './is-event.js';
import type { Wire } from './wire.js';
import { WireState, WireSwitch } from './WireState.js';

/** All wires: event, action, last run, failures. */
export function WiresPage() {
  const { path, slug, ui } = useWorkspace();
  const { admin } = useRole();
  const list = useList<Wire>(path('/wires'));
  useLive(path('/wires'), isEvent);
  const base = `${pagePaths.workspace(slug)}/wires`;
  const titleOf = (id: string) => ui.actions.find((action) => action.id === id)?.title ?? id;
  const eventOf = (name: string) => ui.events.find((event) => event.name === name)?.title ?? name;
  const columns: readonly Column<Wire>[] = [
    {
      id: 'name',
      title: 'Wire',
      cell: ({ id, name, event, action }) => (
        <span className={styles.cellMain}>
          <a data-row-link href={`${base}/${id}`}>
            {name}
          </a>
          <span className={styles.muted}>
            {eventOf(event)} → {titleOf(action)}
          </span>
        </span>
      ),
    },
    { id: 'state', title: 'State', cell: (wire) => <WireState wire={wire} /> },
    {
      id: 'last',
      title: 'Last run',
      fit: true,
      cell: ({ last_run_at: at }) => (at === null ? 'Never' : <RelativeTime at={at} />),
    },
    { id: 'runs', title: 'Runs', numeric: true, fit: true, cell: ({ run_count: count }) => count.toLocaleString('en') },
    {
      id: 'failures',
      title: 'Failures',
      numeric: true,
      fit: true,
      cell: ({ failure_count: count }) => (
        <span className={count > 0 ? styles.bad : undefined}>{count.toLocaleString('en')}</span>
      ),
    },
    ...(admin ? [{ id: 'on', title: 'On', fit: true, cell: (wire: Wire) => <WireSwitch wire={wire} /> }] : []),
  ];
  const create = (
    <LinkButton variant="primary" icon="plus" href={`${base}/new`}>
      New wire
    </LinkButton>
  );
  return (
    <Page
      title="Wires"
      lead="When something happens, and a condition is true, an action runs by itself."
      actions={admin && create}
    >
      <RoleNote what="create and change wires" />
      <PausedBanner />
      <ResourceTable
        label="Wires"
        list={list}
        columns={columns}
        rowKey={({ id }) => id}
        empty={
          <EmptyState
            icon="workflow"
            title="No wires yet"
            action={admin && <LinkButton href={`${base}/new`}>Create a wire</LinkButton>}
          >
            A wire does one thing whenever an event happens: order what runs low, make a task of a failed print.
          </EmptyState>
        }
      />
      {admin && <Recipes />}
    </Page>
  );
}

interface WireSettings {
  readonly paused: boolean;
  readonly paused_by_operator: boolean;
}

function PausedBanner() {
  const { api } = useApp();
  const { path } = useWorkspace();
  const { admin } = useRole();
  const { attempt } = useChanges();
  const at = path('/wire-settings');
  const { data } = useItem<WireSettings>(at);
  if (data?.paused_by_operator === true)
    return <Banner tone="warn">The operator of this instance has paused all wires.</Banner>;
  if (data?.paused !== true) return null;
  const put = (paused: boolean) => api.patch(at, { paused });
  const resume = () =>
    attempt({ run: () => put(false), undo: () => put(true), done: 'Wires run again', refresh: [at, path('/wires')] });
  const button = (
    <Button size="small" onPress={() => void resume()}>
      Resume
    </Button>
  );
  return (
    <Banner tone="warn" action={admin && button}>
      All wires of this workspace are paused.
    </Banner>
  );
}
