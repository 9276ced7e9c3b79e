import { Button, Dialog, EmptyState, RelativeTime, Status } from '@cubit/web-kit';
import { Select } from '@cubit/web-kit/forms';
import { useWorkspace } from '@cubit/web-records';
import { useState } from 'react';
import { type Column, ResourceTable, useList } from '../parts/index.js';
import styles from '../parts/parts.module.css';
import type { Integration } from './integration.js';

interface Hit {
  readonly id: string;
  readonly at: string;
  readonly address: string;
  readonly outcome: 'accepted' | 'duplicate' | 'ignored' | 'rejected';
  readonly reason: string | null;
}

const OUTCOMES = [
  { id: 'accepted', title: 'Accepted', tone: 'ok' },
  { id: 'duplicate', title: 'Duplicate', tone: 'info' },
  { id: 'ignored', title: 'Ignored', tone: 'warn' },
  { id: 'rejected', title: 'Rejected', tone: 'bad' },
] as const;

const COLUMNS: readonly Column<Hit>[] = [
  { id: 'at', title: 'When', fit: true, cell: ({ at }) => <RelativeTime at={at} /> },
  {
    id: 'outcome',
    title: 'Outcome',
    fit: true,
    cell: ({ outcome }) => {
      const { title, tone } = OUTCOMES.find(({ id }) => id === outcome) ?? OUTCOMES[0];
      return <Status tone={tone}>{title}</Status>;
    },
  },
  { id: 'reason', title: 'Reason', cell: ({ reason }) => reason },
  { id: 'address', title: 'From', fit: true, cell: ({ address }) => <code className={styles.mono}>{address}</code> },
];

const POLL_MS = 3_000;

/** The requests that an integration received. */
export function HitsDialog({
  integration,
  onClose,
}: {
  readonly integration: Integration;
  readonly onClose: () => void;
}) {
  const { path } = useWorkspace();
  const [outcome, setOutcome] = useState<string>();
  const list = useList<Hit>(path(`/integrations/${integration.id}/hits`), { query: { outcome }, refetchMs: POLL_MS });
  return (
    <Dialog
      open
      size="large"
      title={`Hits of ${integration.name}`}
      onClose={onClose}
      footer={<Button onPress={onClose}>Close</Button>}
    >
      <div className={styles.stack}>
        <div className={styles.filters}>
          <Select label="Outcome" compact placeholder="All" value={outcome} choices={OUTCOMES} onChange={setOutcome} />
        </div>
        <ResourceTable
          label="Hits"
          list={list}
          columns={COLUMNS}
          rowKey={({ id }) => id}
          empty={
            <EmptyState icon="webhook" title="No requests yet">
              Post to the address from the other system; the request appears here.
            </EmptyState>
          }
        />
      </div>
    </Dialog>
  );
}
