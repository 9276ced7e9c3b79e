import { pagePaths } from '@cubit/web-client';
import { isApiError } from '@cubit/web-client';
import { Button, EmptyState, LinkButton } from '@cubit/web-kit';
import { Page, useApp, useGo, useWorkspace } from '@cubit/web-records';
import { useChanges } from '@cubit/web-records/changes';
import { QueryState, RoleNote, SettingsSection, useItem, useLive, useRole } from '../parts/index.js';
import { isEvent } from './is-event.js';
import type { Wire } from './wire.js';
import { WireFacts } from './builder/WireFacts.js';
import { WireRuns } from './WireRuns.js';
import { WireState, WireSwitch } from './WireState.js';

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
  return (
    <Page title={wire.name} lead={<WireState wire={wire} />} actions={admin && <WireActions wire={wire} />}>
      <RoleNote what="change wires and retry runs" />
      <SettingsSection title="What it does" narrow>
        <WireFacts wire={wire} />
      </SettingsSection>
      <SettingsSection title="Runs">
        <WireRuns wire={wire} />
      </SettingsSection>
    </Page>
  );
}

function WireActions({ wire }: { readonly wire: Wire }) {
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
      <LinkButton variant="primary" icon="pencil" href={`${pagePaths.workspace(slug)}/wires/${wire.id}/edit`}>
        Edit
      </LinkButton>
    </>
  );
}
