import { sql } from 'kysely';
import { Type, type Static } from 'typebox';
import type { ArchivePart } from '@cubit/runtime';

const numberLine = Type.Object(
  {
    module: Type.String({ maxLength: 200 }),
    series: Type.String({ maxLength: 200 }),
    last: Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER }),
  },
  { additionalProperties: false },
);
type NumberLine = Static<typeof numberLine>;

/** Number sequences of modules: after the import, the order after PO-0041 is PO-0042. */
export const numberArchive: ArchivePart<NumberLine> = {
  name: 'numbers',
  stage: 'schema',
  row: numberLine,
  occupied: () => Promise.resolve(false),
  async *rows({ db, workspaceId }) {
    const { rows } = await sql<NumberLine>`select module, series, last from number_series
      where workspace_id = ${workspaceId} order by module, series`.execute(db);
    yield* rows;
  },
  async take({ tx, workspaceId }, rows) {
    await sql`insert into number_series (workspace_id, module, series, last)
      select ${workspaceId}::uuid, module, series, last
      from json_to_recordset(${JSON.stringify(rows)}::json) as x(module text, series text, last bigint)
      on conflict (workspace_id, module, series) do update set last = greatest(number_series.last, excluded.last)`.execute(
      tx.db,
    );
  },
};
