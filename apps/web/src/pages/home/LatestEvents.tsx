import { pagePaths } from '@cubit/web-client';
import { EmptyState, ErrorState, Panel, RelativeTime, Skeleton } from '@cubit/web-kit';
import { useWorkspace } from '@cubit/web-records';
import { type LoggedEvent, useLatestEvents } from './use-latest-events.js';
import styles from './HomePage.module.css';

export function LatestEvents() {
  const { slug } = useWorkspace();
  const { data, error, isPending, refetch } = useLatestEvents();
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
