import { type Database, migrate, type MigrationSet } from '@cubit/database';
import { sql } from 'kysely';
import { hashOfKey } from './hash-of-key.js';
import type { RatePolicy } from './rate-limiter.js';
import type { Lease, TokenStore } from './token-store.js';

const SECOND_MS = 1_000;

// Unlogged: a lease does not wait for the write-ahead log. After a crash the table is empty.
const windowTable = `
create unlogged table rate_window (
  policy text not null,
  key text not null,
  taken integer not null,
  granted integer not null,
  ends_at timestamptz not null,
  primary key (policy, key)
) with (fillfactor = 50);
create index rate_window_ended on rate_window (ends_at);
`;

/** In order. Never edit a migration that has run anywhere; add a new one. */
export const RATE_MIGRATIONS: MigrationSet = {
  owner: 'rate',
  migrations: { '0001-rate-window': { up: async (db) => void (await sql.raw(windowTable).execute(db)) } },
};

/**
 * $1 policy, $2 key, $3 wanted, $4 limit, $5 length in ms. An ended window is reopened in its row. Each lease deletes some
 * ended windows, more than it can open, so no sweep is needed. `now()` may lie before the start of a window that another process
 * opened meanwhile, hence the upper limit of what is left of it.
 */
const LEASE = `
with swept as (
  delete from rate_window where ctid = any(array(
    select ctid from rate_window where ends_at <= now() and (policy, key) <> ($1, $2)
    order by ends_at limit 10 for update skip locked))
)
insert into rate_window as held (policy, key, taken, granted, ends_at)
values ($1, $2, least($3::integer, $4::integer), least($3::integer, $4::integer), now() + $5::float8 * interval '1 ms')
on conflict (policy, key) do update set (taken, granted, ends_at) = (
  select used.taken + lease.granted, lease.granted, case when used.ended then excluded.ends_at else held.ends_at end
  from (select held.ends_at <= now() as ended, case when held.ends_at <= now() then 0 else held.taken end as taken) as used,
    lateral (select greatest(0, least($3::integer, $4::integer - used.taken)) as granted) as lease)
returning granted, greatest(0, $4::integer - taken) as left,
  least($5::float8, extract(epoch from ends_at - now()) * 1000)::float8 as "endsInMs"`;

/** $1 policy, $2 key, $3 how many. */
const GIVE_BACK = 'update rate_window set taken = greatest(0, taken - $3::integer) where policy = $1 and key = $2';

/** Windows as rows of a database shared by all processes. */
export class PostgresTokenStore implements TokenStore {
  readonly #database: Database;

  private constructor(database: Database) {
    this.#database = database;
  }

  /** Creates the table if it does not exist. */
  static async open(database: Database): Promise<PostgresTokenStore> {
    await migrate(database.db, [RATE_MIGRATIONS]);
    return new PostgresTokenStore(database);
  }

  async lease({ name, limit, windowS }: RatePolicy, key: string, wanted: number): Promise<Lease> {
    const values = [name, hashOfKey(key), wanted, limit, windowS * SECOND_MS];
    const [lease] = await this.#database.read<Lease>(LEASE, values);
    if (!lease) throw new Error(`The lease of '${name}' returned no row.`);
    return lease;
  }

  async giveBack({ name }: RatePolicy, key: string, count: number): Promise<void> {
    await this.#database.read(GIVE_BACK, [name, hashOfKey(key), count]);
  }
}
