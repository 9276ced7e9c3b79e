import type { Database } from '@cubit/database';
import type { SeenProcess } from '@cubit/runtime';
import { bad, duration, type Finding, type InspectedDatabase, listed, ok, onDatabase, warning } from './check.js';

const LATE_S = 5 * 60;
const VERY_LATE_S = 60 * 60;
const MIXED_FOR_S = 24 * 3_600;
const FAILED_RUNS = 3;

const processes = onDatabase('processes', ({ processes: seen }) => Promise.resolve(processFinding(seen)));

/** Whether all that entered themselves are running, in versions that fit. */
export function processFinding(seen: readonly SeenProcess[]): Finding {
  const running = seen.filter((one) => one.running);
  const lapsed = seen.filter((one) => !one.running);
  const byVersion = [...Map.groupBy(running, ({ version }) => version)];
  const versions = byVersion.map(([version, all]) => `${all.length} of ${version}`).join(', ');
  const detail = running.length === 0 ? 'No process is running.' : `Running: ${versions}.`;
  if (lapsed.length > 0)
    return warning(
      `${detail} Gone without an end: ${listed(lapsed.map(({ version, host, seenAgo }) => `${version} on ${host}, last seen ${duration(seenAgo)} ago`))}.`,
      'Look at the end of its log, and whether the system killed it for want of memory; start it again. The entry is forgotten an hour after a process that runs was last seen.',
    );
  // Since the first process of the version that came last.
  const mixedFor = Math.min(...byVersion.map(([, all]) => Math.max(...all.map(({ age }) => age))));
  if (byVersion.length > 1 && mixedFor > MIXED_FOR_S)
    return warning(
      `${detail} Mixed for ${duration(mixedFor)}.`,
      'Complete the upgrade: stop the processes of the earlier version.',
    );
  if (running.length > 0 && !running.some(({ roles }) => roles.includes('worker')))
    return bad(
      `${detail} None has the role worker, so no wire, job or delivery runs.`,
      'Start a process with ROLES=worker.',
    );
  return ok(detail);
}

const wires = onDatabase('wires', async ({ database, configuration }) => {
  if (configuration.wiresPaused)
    return warning('WIRES_PAUSED=1 pauses all wires.', 'Remove WIRES_PAUSED when the reason is gone.');
  const paused = await database.read<{ name: string }>(
    `select w.slug || ' (all)' as name from wire_workspace p join workspace w on w.id = p.workspace_id where p.paused and w.deleted_at is null
      union all select w.slug || '/' || i.name from wire i join workspace w on w.id = i.workspace_id
      where i.paused and i.enabled and i.deleted_at is null and w.deleted_at is null order by 1`,
    [],
  );
  const failing = await database.read<{ name: string }>(
    `select w.slug || '/' || i.name as name from wire_run r join wire i on i.workspace_id = r.workspace_id and i.id = r.wire_id
      join workspace w on w.id = r.workspace_id
      where r.state = 'failed' and r.finished_at > now() - interval '1 day' and i.deleted_at is null
      group by 1 having count(*) >= $1 order by count(*) desc`,
    [FAILED_RUNS],
  );
  const faults = [
    ...(paused.length > 0 ? [`Paused: ${names(paused)}.`] : []),
    ...(failing.length > 0 ? [`Failed ${FAILED_RUNS} times or more in a day: ${names(failing)}.`] : []),
  ];
  if (faults.length === 0) return ok('None is paused or fails again and again.');
  return warning(faults.join(' '), 'Look at the runs of the wire in its workspace (Wires), correct it, and resume it.');
});

const names = (rows: readonly { readonly name: string }[]) => listed(rows.map(({ name }) => name));

const deliveries = onDatabase('deliveries', async ({ database }) => {
  const failing = await database.read<{ name: string }>(
    `select w.slug || '/' || c.name as name from notification_channel c join workspace w on w.id = c.workspace_id
      where c.enabled and c.deleted_at is null and c.failing_since is not null order by 1`,
    [],
  );
  const waiting = await oldest(
    database,
    `select count(*)::int as count, extract(epoch from now() - min(due_at))::float8 as age
      from notification_delivery where state = 'pending' and due_at <= now()`,
  );
  const late = lateness('deliveries', waiting);
  if (late.state !== 'ok') return late;
  if (failing.length === 0) return late;
  return warning(
    `${late.detail} Failing channels: ${names(failing)}.`,
    'Look at the deliveries of the channel (Settings → Channels), and correct its address.',
  );
});

const jobs = onDatabase('jobs', async ({ database }) =>
  lateness(
    'jobs',
    await oldest(
      database,
      `select count(*)::int as count, extract(epoch from now() - min(available_at))::float8 as age
        from job where state = 'queued' and available_at <= now()`,
    ),
  ),
);

/** Events that have no place in the order yet: what follows from them waits. */
const events = onDatabase('events', async ({ database }: InspectedDatabase) =>
  lateness(
    'events',
    await oldest(
      database,
      `select count(*)::int as count, extract(epoch from now() - min(e.occurred_at))::float8 as age
        from event_unsequenced u left join event e on e.workspace_id = u.workspace_id and e.id = u.id`,
    ),
  ),
);

interface Waiting {
  readonly count: number;
  /** Of the oldest, in seconds; null: none waits. */
  readonly age: number | null;
}

async function oldest(database: Database, statement: string): Promise<Waiting> {
  const [row] = await database.read<Waiting>(statement, []);
  return row ?? { count: 0, age: null };
}

export function lateness(what: string, { count, age }: Waiting): Finding {
  if (age === null) return ok(`No ${what} wait.`);
  const detail = `${count} ${what} wait, the oldest for ${duration(Math.max(age, 0))}.`;
  const mend =
    'Look whether a process with the role worker runs, what its log says, and which jobs take its time; add workers if it is busy.';
  if (age > VERY_LATE_S) return bad(detail, mend);
  return age > LATE_S ? warning(detail, mend) : ok(detail);
}

export const WORK_CHECKS = { processes, wires, deliveries, jobs, events };
