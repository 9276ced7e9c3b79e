import { pagePaths } from '@cubit/web-client';
import { Button, EmptyState, RelativeTime } from '@cubit/web-kit';
import { useApp, useWorkspace } from '@cubit/web-records';
import { useChanges } from '@cubit/web-records/changes';
import { useState } from 'react';
import {
  AdminOnly,
  type Column,
  type ListState,
  ResourceTable,
  SettingsSection,
  useAsk,
  useList,
} from '../parts/index.js';
import type { Display, SharedView } from './display.js';
import { DisplayDialog } from './DisplayDialog.js';

/** The screen itself says that it is on once a minute. */
const SEEN_MS = 30_000;

/** Screens with a credential of their own: paired, changed and revoked here. */
export function DisplaysSettings() {
  return (
    <AdminOnly what="pair screens on the wall">
      <Displays />
    </AdminOnly>
  );
}

function Displays() {
  const { path, ui } = useWorkspace();
  const list = useList<Display>(path('/displays'), { refetchMs: SEEN_MS });
  const views = useList<SharedView>(path('/views'), { query: { limit: 200 } });
  const shared = (views.rows ?? []).filter((view) => view.shared);
  const [edited, setEdited] = useState<Display | 'new'>();
  const [question, revoke] = useRevoke();
  const pair = (
    <Button variant="primary" icon="plus" onPress={() => setEdited('new')}>
      Pair a screen
    </Button>
  );
  return (
    <>
      <SettingsSection
        hideTitle
        title="Displays"
        actions={pair}
        lead={`Open ${ui.public_url}/wall on the screen: it shows a code. Enter it here, and the screen shows what you choose. It can read that and nothing else, and holds no session of a person.`}
      >
        <DisplayTable list={list} views={shared} onEdit={setEdited} onRevoke={revoke} />
      </SettingsSection>
      {edited !== undefined && (
        <DisplayDialog
          display={edited === 'new' ? undefined : edited}
          views={shared}
          onClose={() => setEdited(undefined)}
        />
      )}
      {question}
    </>
  );
}

interface DisplayTableProps {
  readonly list: ListState<Display>;
  readonly views: readonly SharedView[];
  readonly onEdit: (display: Display | 'new') => void;
  readonly onRevoke: (display: Display) => void;
}

function DisplayTable({ list, views, onEdit, onRevoke }: DisplayTableProps) {
  const { slug } = useWorkspace();
  const nameOf = ({ shows }: Display) =>
    shows.type === 'machines'
      ? 'Machines and their jobs'
      : (views.find(({ id }) => id === shows.view)?.name ?? 'A view that is gone or no longer shared');
  const columns: readonly Column<Display>[] = [
    {
      id: 'title',
      title: 'Display',
      cell: ({ id, title }) => (
        <a data-row-link href={`${pagePaths.workspace(slug)}/wall/${id}`} target="_blank" rel="noopener">
          {title}
        </a>
      ),
    },
    { id: 'shows', title: 'Shows', cell: nameOf },
    {
      id: 'seen',
      title: 'Last seen',
      fit: true,
      cell: ({ last_seen_at: at }) => (at === null ? 'Never' : <RelativeTime at={at} />),
    },
    { id: 'until', title: 'Ends', fit: true, cell: ({ expires_at: at }) => <RelativeTime at={at} /> },
    {
      id: 'actions',
      title: 'Actions',
      actions: true,
      cell: (display) => (
        <>
          <Button size="small" label={`Edit ${display.title}`} onPress={() => onEdit(display)}>
            Edit
          </Button>
          <Button size="small" label={`Revoke ${display.title}`} onPress={() => onRevoke(display)}>
            Revoke
          </Button>
        </>
      ),
    },
  ];
  return (
    <ResourceTable
      label="Displays"
      list={list}
      columns={columns}
      rowKey={({ id }) => id}
      empty={
        <EmptyState
          icon="monitor"
          title="No displays"
          action={<Button onPress={() => onEdit('new')}>Pair a screen</Button>}
        >
          A television or tablet in the workshop shows the machines and their jobs, or the records of a view, and
          follows every change.
        </EmptyState>
      }
    />
  );
}

function useRevoke() {
  const { api } = useApp();
  const { path } = useWorkspace();
  const { attempt } = useChanges();
  const [question, ask] = useAsk();
  const base = path('/displays');
  const revoke = ({ id, title }: Display) =>
    ask({
      title: `Revoke ${title}?`,
      text: 'The screen goes back to its code at once. To use it again, pair it again.',
      confirm: 'Revoke display',
      run: () =>
        attempt({ run: () => api.delete(`${base}/${id}`), done: `Revoked the display ${title}`, refresh: [base] }),
    });
  return [question, revoke] as const;
}
