import { pagePaths, type StreamMessage } from '@cubit/web-client';
import { isApiError } from '@cubit/web-client';
import { Button, DescriptionList, EmptyState, LinkButton, RelativeTime } from '@cubit/web-kit';
import { Page, useApp, useGo, useWorkspace } from '@cubit/web-records';
import { useChanges } from '@cubit/web-records/changes';
import { useMembers } from '@cubit/web-records/members';
import { useState } from 'react';
import { QueryState, RoleNote, SettingsSection, useItem, useLive, useRole } from '../parts/index.js';
import styles from '../parts/parts.module.css';
import type { Wire } from './wire.js';
import { WireDialog } from './WireDialog.js';
import { WireRuns } from './WireRuns.js';
import { WireState, WireSwitch } from './WireState.js';

const isEvent = ({ type }: StreamMessage) => type !== 'record' && type !== 'notification';

/** One wire: what triggers it, what it does, and its runs. */
export function WirePage({ id }: { readonly id: string }) {
  const { path, slug } = useWorkspace();
  const wire = useItem<Wire>(path(`/wires/${id}`));
  useLive(path(`/wires/${id}`), isEvent);
  const missing = isApiError(wire.error) && (wire.error.status === 404 || wire.error.status === 422);
  if (missing)
    return (
      <Page title="Not found">
        <EmptyState
          icon="workflow"
          title="This wire does not exist"
          action={<LinkButton href={`${pagePaths.workspace(slug)}/wires`}>All wires</LinkButton>}
        >
          It was deleted, or its address is wrong.
        </EmptyState>
      </Page>
    );
  if (!wire.data)
    return (
      <Page title="Wire">
        <QueryState query={wire}>{() => null}</QueryState>
      </Page>
    );
  return <LoadedWire wire={wire.data} />;
}

function LoadedWire({ wire }: { readonly wire: Wire }) {
  const { admin } = useRole();
  const [editing, setEditing] = useState(false);
  return (
    <Page
      title={wire.name}
      lead={<WireState wire={wire} />}
      actions={admin && <WireActions wire={wire} onEdit={() => setEditing(true)} />}
    >
      <RoleNote what="change wires and retry runs" />
      <SettingsSection title="What it does" narrow>
        <WireFacts wire={wire} />
      </SettingsSection>
      <SettingsSection title="Runs">
        <WireRuns wire={wire} />
      </SettingsSection>
      {editing && <WireDialog wire={wire} onClose={() => setEditing(false)} />}
    </Page>
  );
}

function WireFacts({ wire }: { readonly wire: Wire }) {
  const { ui } = useWorkspace();
  const members = useMembers();
  const event = ui.events.find(({ name }) => name === wire.event)?.title;
  const action = ui.actions.find(({ id }) => id === wire.action)?.title;
  const code = (text: string) => <pre className={styles.code}>{text}</pre>;
  return (
    <DescriptionList
      items={[
        { title: 'When', value: `${event ?? wire.event} (${wire.event})` },
        { title: 'If', value: wire.condition === null ? 'Always' : code(wire.condition) },
        { title: 'Do', value: `${action ?? wire.action} (${wire.action})` },
        ...(wire.record === null ? [] : [{ title: 'For', value: code(wire.record) }]),
        ...(Object.keys(wire.input).length === 0
          ? []
          : [{ title: 'With', value: code(JSON.stringify(wire.input, null, 2)) }]),
        { title: 'In the name of', value: members.get(wire.created_by ?? '')?.name ?? 'Former member' },
        { title: 'Last run', value: wire.last_run_at === null ? 'Never' : <RelativeTime at={wire.last_run_at} /> },
      ]}
    />
  );
}

function WireActions({ wire, onEdit }: { readonly wire: Wire; readonly onEdit: () => void }) {
  const { api } = useApp();
  const { path, slug } = useWorkspace();
  const { attempt } = useChanges();
  const go = useGo();
  const base = path('/wires');
  const resume = () =>
    attempt({ run: () => api.post(`${base}/${wire.id}/resume`), done: `Resumed ${wire.name}`, refresh: [base] });
  const { name, event, action, condition, record, input, enabled, paused, mode } = wire;
  const remove = async () => {
    const gone = await attempt({
      run: () => api.delete(`${base}/${wire.id}`),
      undo: () => api.post(base, { name, event, action, condition, record, input, enabled, paused, mode }),
      done: `Deleted the wire ${name}`,
    });
    if (gone) go(`${pagePaths.workspace(slug)}/wires`);
  };
  return (
    <>
      <WireSwitch wire={wire} hideLabel={false} />
      {wire.tripped && <Button onPress={() => void resume()}>Resume</Button>}
      <Button icon="trash-2" onPress={() => void remove()}>
        Delete
      </Button>
      <Button variant="primary" icon="pencil" onPress={onEdit}>
        Edit
      </Button>
    </>
  );
}
