import { type Page, pagePaths } from '@cubit/web-client';
import { EmptyState, ErrorState, Panel, RelativeTime, Skeleton } from '@cubit/web-kit';
import { queryKeys, useApp, useWorkspace } from '@cubit/web-records';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import styles from './HomePage.module.css';

interface LoggedEvent {
  readonly id: string;
  readonly name: string;
  readonly occurred_at: string;
  readonly payload: Readonly<Record<string, unknown>>;
}

const SHOWN = 10;

/** The newest events, live. */
export function LatestEvents() {
  const { api } = useApp();
  const { slug, path, stream } = useWorkspace();
  const queries = useQueryClient();
  const { data, error, isPending, refetch } = useQuery({
    queryKey: queryKeys.latestEvents(slug),
    queryFn: async ({ signal }) =>
      (await api.get<Page<LoggedEvent>>(path('/event-log'), { query: { limit: SHOWN }, signal })).data,
  });
  useEffect(
    () =>
      stream.subscribe(({ id }) => {
        if (id !== null) void queries.invalidateQueries({ queryKey: queryKeys.latestEvents(slug) });
      }),
    [stream, queries, slug],
  );
  return (
    <Panel
      title="Lately"
      icon="activity"
      flush
      busy={isPending}
      actions={<a href={`${pagePaths.workspace(slug)}/activity`}>All activity</a>}
    >
      {isPending && <Skeleton count={5} height={36} />}
      {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
      {data?.length === 0 && (
        <EmptyState icon="activity" title="Nothing has happened yet">
          What people, machines and wires do shows up here.
        </EmptyState>
      )}
      <ul className={styles.events}>
        {data?.map((event) => (
          <EventLine key={event.id} event={event} />
        ))}
      </ul>
    </Panel>
  );
}

function EventLine({ event }: { readonly event: LoggedEvent }) {
  const { slug, ui } = useWorkspace();
  const title = ui.events.find(({ name }) => name === event.name)?.title ?? event.name;
  const { kind, recordId, title: subject } = event.payload;
  const href = typeof kind === 'string' && typeof recordId === 'string' ? pagePaths.record(slug, kind, recordId) : null;
  return (
    <li className={styles.event}>
      <span className={styles.what}>
        {title}
        {typeof subject === 'string' && <>: {href === null ? subject : <a href={href}>{subject}</a>}</>}
      </span>
      <span className={styles.when}>
        <RelativeTime at={event.occurred_at} />
      </span>
    </li>
  );
}
