import type { StreamMessage } from '@cubit/web-client';
import { writeDates } from '@cubit/web-contract';
import { Button, EmptyState, Icon, LinkButton, RelativeTime, SegmentedControl } from '@cubit/web-kit';
import { Page, queryKeys, useApp, useSearchParams, useSetSearch, useWorkspace } from '@cubit/web-records';
import { useChanges, useRefresh } from '@cubit/web-records/changes';
import { dateText } from '@cubit/web-records/values';
import { useQueryClient } from '@tanstack/react-query';
import { type Column, ResourceTable, useList, useLive } from '../parts/index.js';
import styles from '../parts/parts.module.css';
import { linkTarget, pageOf } from './link-target.js';

interface Notification {
  readonly id: string;
  readonly message: string;
  readonly link_url: string | null;
  readonly priority: 'low' | 'normal' | 'high' | 'urgent';
  readonly read_at: string | null;
  readonly occurred_at: string;
}

const SHOWN = [
  { id: 'all', title: 'All' },
  { id: 'unread', title: 'Unread' },
];

const isNotification = ({ type }: StreamMessage) => type === 'notification';

/** The history of the bell. */
export function NotificationsPage() {
  const { path } = useWorkspace();
  const base = path('/notifications');
  const { show = 'all' } = useSearchParams();
  const setSearch = useSetSearch();
  const unread = show === 'unread';
  const { rows, ...rest } = useList<Notification>(base, { query: { unread: unread || undefined } });
  const list = { ...rest, rows: rows?.map((entry) => ({ ...entry, message: withDates(entry.message) })) };
  useLive(base, isNotification);
  const { markRead, markAll } = useMarks();
  const columns: readonly Column<Notification>[] = [
    {
      id: 'message',
      title: 'Notification',
      cell: (entry) => <Message entry={entry} onOpen={() => void markRead(entry)} />,
    },
    { id: 'at', title: 'When', fit: true, cell: ({ occurred_at: at }) => <RelativeTime at={at} /> },
    {
      id: 'actions',
      title: 'Actions',
      actions: true,
      cell: (entry) =>
        entry.read_at === null && (
          <Button size="small" label={`Mark read: ${entry.message}`} onPress={() => void markRead(entry)}>
            Mark read
          </Button>
        ),
    },
  ];
  const anyUnread = list.rows?.some(({ read_at: at }) => at === null) ?? false;
  return (
    <Page
      title="Notifications"
      actions={
        <>
          <LinkButton icon="settings-2" href={pageOf(path('/settings/preferences'))}>
            Settings
          </LinkButton>
          <Button icon="check" disabledReason={anyUnread ? undefined : 'All are read'} onPress={() => void markAll()}>
            Mark all read
          </Button>
        </>
      }
    >
      <div>
        <SegmentedControl
          label="Show"
          segments={SHOWN}
          value={show}
          onChange={(id) => setSearch({ show: id === 'all' ? undefined : id })}
        />
      </div>
      <ResourceTable
        label="Notifications"
        list={list}
        columns={columns}
        rowKey={({ id }) => id}
        empty={
          <EmptyState icon="bell" title={unread ? 'All read' : 'No notifications yet'}>
            Low stock, overdue tasks, failed prints: what needs you is listed here as it happens.
          </EmptyState>
        }
      />
    </Page>
  );
}

/** The dates of a message in the language and the time zone of the reader. */
const withDates = (message: string) =>
  writeDates(message, (date, isDay) => dateText(date, isDay ? 'date' : 'datetime'));

function Message({ entry, onOpen }: { readonly entry: Notification; readonly onOpen: () => void }) {
  const { ui } = useWorkspace();
  const { message, link_url: link, read_at: read, priority } = entry;
  const important = priority === 'high' || priority === 'urgent';
  const text = read === null ? <strong>{message}</strong> : message;
  return (
    <span className={styles.person}>
      {important && <Icon name="triangle-alert" label={priority} className={styles.bad} />}
      {link === null ? (
        <span>{text}</span>
      ) : (
        <a data-row-link href={linkTarget(link, ui.public_url)} onClick={onOpen}>
          {text}
        </a>
      )}
    </span>
  );
}

/** Marking as read changes nothing that could be missed, so it has no toast. */
function useMarks() {
  const { api } = useApp();
  const { path, slug } = useWorkspace();
  const { attempt } = useChanges();
  const queries = useQueryClient();
  const refresh = useRefresh();
  const base = path('/notifications');
  const counted = () => queries.invalidateQueries({ queryKey: queryKeys.notifications(slug) });
  const markRead = async ({ id, read_at: read }: Notification) => {
    if (read !== null) return;
    await api.post(`${base}/${id}/read`);
    await Promise.all([counted(), refresh(base)]);
  };
  const markAll = async () => {
    await attempt({ run: () => api.post(`${base}/read-all`), done: 'All notifications are read', refresh: [base] });
    await counted();
  };
  return { markRead, markAll };
}
