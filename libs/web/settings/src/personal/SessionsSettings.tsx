import { Button, EmptyState, RelativeTime, Status } from '@cubit/web-kit';
import { useApp } from '@cubit/web-records';
import { useChanges } from '@cubit/web-records/changes';
import { type Column, ResourceTable, SettingsSection, useAsk, useList } from '../parts/index.js';

interface OwnSession {
  readonly id: string;
  readonly current: boolean;
  readonly device: string | null;
  readonly address: string | null;
  readonly created_at: string;
  readonly last_used_at: string;
}

const LIST = '/me/sessions';

/** Where the person is signed in. */
export function SessionsSettings() {
  const { api } = useApp();
  const { attempt } = useChanges();
  const [question, ask] = useAsk();
  const list = useList<OwnSession>(LIST);
  const end = (session: OwnSession) =>
    attempt({
      run: () => api.delete(`${LIST}/${session.id}`),
      done: `Ended the session of ${nameOf(session)}`,
      refresh: [LIST],
    });
  const endOthers = () =>
    ask({
      title: 'End all other sessions?',
      text: 'You stay signed in here. Everywhere else you have to sign in again. API tokens go on working.',
      confirm: 'End other sessions',
      run: () =>
        attempt({
          run: () => api.delete(`${LIST}?others=true`),
          done: 'Ended all other sessions',
          refresh: [LIST],
        }),
    });
  const columns: readonly Column<OwnSession>[] = [
    { id: 'device', title: 'Device', cell: nameOf },
    { id: 'address', title: 'Address', cell: ({ address }) => address ?? 'Unknown' },
    { id: 'began', title: 'Signed in', fit: true, cell: ({ created_at: at }) => <RelativeTime at={at} /> },
    { id: 'used', title: 'Last used', fit: true, cell: ({ last_used_at: at }) => <RelativeTime at={at} /> },
    {
      id: 'actions',
      title: 'Actions',
      actions: true,
      cell: (session) =>
        session.current ? (
          <Status tone="ok">This one</Status>
        ) : (
          <Button size="small" label={`End the session of ${nameOf(session)}`} onPress={() => void end(session)}>
            End
          </Button>
        ),
    },
  ];
  const others = list.rows?.some(({ current }) => !current) ?? false;
  return (
    <>
      <SettingsSection
        hideTitle
        title="Sessions"
        actions={others && <Button onPress={endOthers}>End all others</Button>}
      >
        <ResourceTable
          label="Sessions"
          list={list}
          columns={columns}
          rowKey={({ id }) => id}
          empty={<EmptyState icon="user" title="No sessions" />}
        />
      </SettingsSection>
      {question}
    </>
  );
}

function nameOf({ device }: OwnSession): string {
  return device ?? 'Unknown device';
}
