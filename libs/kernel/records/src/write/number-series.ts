import { sql } from 'kysely';
import type { ModuleContext } from '@cubit/core';
import type { Transaction } from '@cubit/database';

interface SeriesOwner {
  readonly tx: Transaction;
  readonly workspaceId: string;
  readonly module: string;
}

/** Numbers without gaps or repetitions: a transaction that takes numbers of a series locks its row until it ends. */
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
