import { pagePaths } from '@cubit/web-client';
import { EmptyState, ErrorState, LinkButton, Panel, RelativeTime, Skeleton } from '@cubit/web-kit';
import { useWorkspace } from '@cubit/web-records';
import { type EventRecord, eventRecords, EventRecords } from '@cubit/web-records/values';
import { type LatestEvent, useLatestEvents } from './use-latest-events.js';
import styles from './HomePage.module.css';

const NONE: readonly LatestEvent[] = [];

export function LatestEvents() {
  const { slug, kind: kindOf } = useWorkspace();
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
        {folded(data ?? NONE, kindOf).map((line) => (
          <EventLine key={line.event.id} {...line} />
        ))}
      </ul>
    </Panel>
  );
}

interface Line {
  readonly event: LatestEvent;
  readonly records: readonly EventRecord[];
  readonly times: number;
}

/** Events that read alike and follow each other are one line, with the newest. */
function folded(events: readonly LatestEvent[], kindOf: Parameters<typeof eventRecords>[1]): readonly Line[] {
  const lines: Line[] = [];
  for (const event of events) {
    const last = lines.at(-1);
    const records = eventRecords(event, kindOf);
    const isSame = last?.event.name === event.name && idsOf(last.records) === idsOf(records);
    if (isSame) lines[lines.length - 1] = { ...last, times: last.times + 1 };
    else lines.push({ event, records, times: 1 });
  }
  return lines;
}

const idsOf = (records: readonly EventRecord[]) => records.map(({ id }) => id).join(' ');

function EventLine({ event, records, times }: Line) {
  const { ui } = useWorkspace();
  const title = ui.events.find(({ name }) => name === event.name)?.title ?? event.name;
  return (
    <li data-row className={styles.event}>
      <span className={styles.what}>
        {title}
        {records.length > 0 && ': '}
        <EventRecords records={records} />
        {times > 1 && `, ${times} times`}
      </span>
      <span className={styles.when}>
        <RelativeTime at={event.occurred_at} />
      </span>
    </li>
  );
}
