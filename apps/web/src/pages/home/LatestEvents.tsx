import { pagePaths } from '@cubit/web-client';
import { EmptyState, ErrorState, LinkButton, Panel, RelativeTime, Skeleton } from '@cubit/web-kit';
import { useWorkspace } from '@cubit/web-records';
import { eventSubject } from '@cubit/web-records/values';
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
      actions={
        <LinkButton size="small" variant="quiet" href={`${pagePaths.workspace(slug)}/activity`}>
          All activity
        </LinkButton>
      }
    >
      {isPending && <Skeleton count={5} height={36} />}
      {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
      {data?.length === 0 && (
        <EmptyState icon="activity" title="Nothing has happened yet">
          What people, machines and wires do shows up here.
        </EmptyState>
      )}
      <ul className={styles.events}>
        {folded(data ?? []).map(({ event, times }) => (
          <EventLine key={event.id} event={event} times={times} />
        ))}
      </ul>
    </Panel>
  );
}

interface Line {
  readonly event: LoggedEvent;
  readonly times: number;
}

/** Events that read alike and follow each other are one line, with the newest. */
function folded(events: readonly LoggedEvent[]): readonly Line[] {
  const lines: Line[] = [];
  for (const event of events) {
    const last = lines.at(-1);
    const isSame = last?.event.name === event.name && eventSubject(last.event.payload) === eventSubject(event.payload);
    if (isSame) lines[lines.length - 1] = { ...last, times: last.times + 1 };
    else lines.push({ event, times: 1 });
  }
  return lines;
}

function EventLine({ event, times }: Line) {
  const { slug, ui } = useWorkspace();
  const title = ui.events.find(({ name }) => name === event.name)?.title ?? event.name;
  const { kind, recordId } = event.payload;
  const subject = eventSubject(event.payload);
  const href = typeof kind === 'string' && typeof recordId === 'string' ? pagePaths.record(slug, kind, recordId) : null;
  return (
    <li data-row className={styles.event}>
      <span className={styles.what}>
        {title}
        {subject !== undefined && (
          <>
            :{' '}
            {href === null ? (
              subject
            ) : (
              <a data-row-link href={href}>
                {subject}
              </a>
            )}
          </>
        )}
        {times > 1 && `, ${times} times`}
      </span>
      <span className={styles.when}>
        <RelativeTime at={event.occurred_at} />
      </span>
    </li>
  );
}
