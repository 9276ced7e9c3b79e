import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import type { Api } from '../data/api.js';
import { waitForIdleQueue } from '../program/wait-for-idle-queue.js';
import type { Figure } from '../figures/figure.js';
import type { Reading } from '../report/results.js';

const MEGABYTE = 1_000_000;
/** Tables smaller than this are left out of the report. */
const LEAST_MB = 1;
const OPERATIONS = 100;
const WARM_UP = 10;
/** An idle backend reports what it counted after ten seconds at the latest. */
const STATISTICS_DELAY_MS = 11_000;
const QUEUE_LIMIT_MS = 60_000;

export interface StorageOptions {
  readonly admin: pg.Client;
  readonly workspacePath: string;
  readonly servers: Readonly<Record<'program' | 'limit', Api>>;
  /** Those that write: one request of each is an operation. */
  readonly figures: readonly Figure[];
  readonly onProgress: (text: string) => void;
}

/** Disk of the tables, bytes that an operation writes to the log, and the share of its updates that leave the indexes unchanged. */
export async function measureStorage(options: StorageOptions): Promise<readonly Reading[]> {
  const { admin, figures, onProgress } = options;
  onProgress('measuring: disk by table');
  const disk = await diskReadings(admin);
  const writes: Reading[] = [];
  for (const figure of figures) {
    onProgress(`measuring: WAL and HOT updates: ${figure.title}`);
    writes.push(...(await writeReadings(figure, options)));
  }
  return [...disk, ...writes];
}

async function diskReadings(admin: pg.Client): Promise<readonly Reading[]> {
  const { rows } = await admin.query<{ name: string; heap: number; indexes: number }>(
    `select c.oid::regclass::text as name, pg_table_size(c.oid)::float8 as heap, pg_indexes_size(c.oid)::float8 as indexes
     from pg_class c where c.relkind = 'r' and c.relnamespace::regnamespace::text not in ('pg_catalog', 'information_schema')
     and pg_total_relation_size(c.oid) >= $1 order by pg_total_relation_size(c.oid) desc`,
    [LEAST_MB * MEGABYTE],
  );
  return rows.flatMap(({ name, heap, indexes }) => [
    reading(`disk-${name}`, `disk of ${name}`, { value: heap / MEGABYTE, unit: 'MB' }),
    reading(`disk-${name}-indexes`, `disk of ${name}: its indexes`, { value: indexes / MEGABYTE, unit: 'MB' }),
  ]);
}

interface Updates {
  readonly updated: number;
  readonly hot: number;
}

async function writeReadings(
  figure: Figure,
  { admin, servers, workspacePath }: StorageOptions,
): Promise<readonly Reading[]> {
  const found: Reading[] = [];
  for (const { target, next } of [figure.lane, figure.against]) {
    const send = async (count: number) => {
      for (let made = 0; made < count; made += 1) {
        const { path, body } = next();
        await servers[target].post(path, JSON.parse(body ?? 'null'));
      }
      await waitForIdleQueue(servers.program, workspacePath, QUEUE_LIMIT_MS);
    };
    await send(WARM_UP);
    await sleep(STATISTICS_DELAY_MS);
    // A page that changes for the first time after a checkpoint is written whole: so it is for both.
    await admin.query('checkpoint');
    const before = { wal: await walPosition(admin), updates: await updatesOf(admin) };
    await send(OPERATIONS);
    const wal = (await walPosition(admin)) - before.wal;
    await sleep(STATISTICS_DELAY_MS);
    const after = await updatesOf(admin);
    const who = target === 'program' ? 'program' : 'bare server';
    const id = `${figure.id}-${target}`;
    found.push(
      reading(`wal-${id}`, `WAL: ${figure.title}, ${who}`, { value: wal / OPERATIONS, unit: 'bytes' }),
      ...[...after].flatMap(([table, { updated, hot }]) => {
        const known = before.updates.get(table) ?? { updated: 0, hot: 0 };
        const count = updated - known.updated;
        // What runs beside the operation is not its own.
        if (count < OPERATIONS / 2) return [];
        const value = (100 * (hot - known.hot)) / count;
        return [
          reading(`hot-${id}-${table}`, `HOT updates of ${table}: ${figure.title}, ${who}`, { value, unit: '%' }),
        ];
      }),
    );
  }
  return found;
}

async function walPosition(admin: pg.Client): Promise<number> {
  const { rows } = await admin.query<{ at: number }>(`select (pg_current_wal_lsn() - '0/0')::float8 as at`);
  return rows[0]?.at ?? Number.NaN;
}

async function updatesOf(admin: pg.Client): Promise<ReadonlyMap<string, Updates>> {
  const { rows } = await admin.query<Updates & { name: string }>(
    `select relid::regclass::text as name, n_tup_upd::float8 as updated, n_tup_hot_upd::float8 as hot from pg_stat_user_tables`,
  );
  return new Map(rows.map(({ name, updated, hot }) => [name, { updated, hot }]));
}

function reading(id: string, title: string, found: Pick<Reading, 'value' | 'unit'>): Reading {
  return { id, title, bar: null, ...found };
}
