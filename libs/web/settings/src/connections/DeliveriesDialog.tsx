import { Button, Dialog, EmptyState, RelativeTime, Status } from '@cubit/web-kit';
import { useWorkspace } from '@cubit/web-records';
import { type Column, ResourceTable, useList } from '../parts/index.js';
import type { Channel } from './channel.js';

interface Delivery {
  readonly notification_id: string;
  readonly state: 'pending' | 'delivered' | 'failed' | 'refused' | 'unknown';
  readonly status: number | null;
  readonly error: string | null;
  readonly duration_ms: number | null;
  readonly at: string | null;
}

const TONES = { pending: 'info', delivered: 'ok', failed: 'bad', refused: 'bad', unknown: 'warn' } as const;
const WORDS = {
  pending: 'Pending',
  delivered: 'Delivered',
  failed: 'Failed',
  refused: 'Refused',
  unknown: 'Unknown',
} as const;
const POLL_MS = 1_000;

const COLUMNS: readonly Column<Delivery>[] = [
  { id: 'state', title: 'State', fit: true, cell: ({ state }) => <Status tone={TONES[state]}>{WORDS[state]}</Status> },
  { id: 'answer', title: 'Answer', cell: ({ status, error }) => error ?? (status === null ? '' : `HTTP ${status}`) },
  {
    id: 'time',
    title: 'Took',
    numeric: true,
    fit: true,
    cell: ({ duration_ms: ms }) => (ms === null ? '' : `${ms} ms`),
  },
  { id: 'at', title: 'When', fit: true, cell: ({ at }) => at !== null && <RelativeTime at={at} /> },
];

/** What a channel sent, newest first; it follows while the dialog is open. */
export function DeliveriesDialog({ channel, onClose }: { readonly channel: Channel; readonly onClose: () => void }) {
  const { path } = useWorkspace();
  const list = useList<Delivery>(path(`/notification-channels/${channel.id}/deliveries`), {
    query: { limit: 50 },
    refetchMs: POLL_MS,
  });
  return (
    <Dialog
      open
      size="large"
      title={`Deliveries of ${channel.name}`}
      onClose={onClose}
      footer={<Button onPress={onClose}>Close</Button>}
    >
      <ResourceTable
        label="Deliveries"
        list={list}
        columns={COLUMNS}
        rowKey={({ notification_id: id, at }) => `${id} ${at}`}
        empty={
          <EmptyState icon="send" title="Nothing sent yet">
            Send a test to see whether the channel works.
          </EmptyState>
        }
      />
    </Dialog>
  );
}
