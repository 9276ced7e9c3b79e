import { sql } from 'kysely';
import type { ModuleContext } from '../contract/context.js';
import type { Transaction } from '../database/transaction.js';

interface SeriesOwner {
  readonly tx: Transaction;
  readonly workspaceId: string;
  readonly module: string;
}

/** Numbers without a gap or a repetition: the row of a series is held by who takes from it until the transaction ends. */
export function numberSeries({
  tx,
  workspaceId,
  module,
}: SeriesOwner): Pick<ModuleContext, 'takeNumbers' | 'passNumber'> {
  return {
    async takeNumbers(series, count) {
      const { rows } = await sql<{ last: string }>`insert into number_series (workspace_id, module, series, last)
        values (${workspaceId}, ${module}, ${series}, ${count})
        on conflict (workspace_id, module, series) do update set last = number_series.last + excluded.last
        returning last`.execute(tx.db);
      return Number(rows[0]?.last ?? count) - count + 1;
    },
    async passNumber(series, number) {
      await sql`insert into number_series (workspace_id, module, series, last)
        values (${workspaceId}, ${module}, ${series}, ${number})
        on conflict (workspace_id, module, series) do update set last = excluded.last
        where number_series.last < excluded.last`.execute(tx.db);
    },
  };
}
