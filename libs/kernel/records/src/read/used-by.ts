import { countFrom } from '@cubit/database';
import { sql } from 'kysely';
import { Type } from 'typebox';
import { readPage } from '@cubit/core';
import type { Page, PageQuery, WorkspaceAccess } from '@cubit/core/host';
import type { KernelServices } from '../workspace/services.js';

export const usedBySchema = Type.Object(
  {
    kind: Type.String({ examples: ['inventory:stock_item'] }),
    id: Type.String({ format: 'uuid' }),
    title: Type.String(),
    field: Type.String({ description: 'The referring field.' }),
  },
  { title: 'Referrer' },
);

interface Referrer {
  readonly kind: string;
  readonly id: string;
  readonly field: string;
}

/** The live records of enabled kinds that refer to a record: one query for the page, one for the titles. */
export async function readUsedBy(
  { database, registry }: KernelServices,
  workspace: WorkspaceAccess,
  { id, query }: { readonly id: string; readonly query: PageQuery },
): Promise<Page<object>> {
  const kinds = [...workspace.schema.kinds.keys()];
  const hidden = hiddenFields(workspace);
  const shown = hidden.length === 0 ? sql`` : sql`and source_kind || '/' || field <> all(${hidden}::text[])`;
  const scope = sql`workspace_id = ${workspace.id} and target_id = ${id} and source_kind = any(${kinds}::text[]) ${shown}`;
  const page = await readPage(query, {
    list: `used-by/${id}`,
    sortedBy: ['uuid', 'text'],
    async rows(after, limit) {
      const rest = after ? sql`and (source_id, field) > (${after[0]}::uuid, ${after[1]})` : sql``;
      const { rows } =
        await sql<Referrer>`select source_kind as kind, source_id as id, field from record_reference where ${scope} ${rest}
        order by source_id, field limit ${limit}`.execute(database.db);
      return rows;
    },
    total: () => countFrom(database.db, sql`from record_reference where ${scope}`),
    valuesOf: (referrer) => [referrer.id, referrer.field],
  });
  const tables = [...new Set(page.data.map((row) => row.kind))].flatMap((kind) => registry.kinds.get(kind) ?? []);
  const ids = page.data.map((row) => row.id);
  const titled = tables.map(
    (kind) =>
      sql`select id, title from ${sql.table(kind.partition)} where workspace_id = ${workspace.id} and kind = ${sql.lit(kind.id)} and id = any(${ids}::uuid[])`,
  );
  const titles =
    titled.length === 0
      ? []
      : (await sql<{ id: string; title: string }>`${sql.join(titled, sql` union all `)}`.execute(database.db)).rows;
  const titleById = new Map(titles.map((row) => [row.id, row.title]));
  const data = page.data.map(({ kind, id: referrer, field: name }) => ({
    kind,
    id: referrer,
    title: titleById.get(referrer) ?? '',
    field: name,
  }));
  return { ...page, data };
}

function hiddenFields({ schema }: WorkspaceAccess): readonly string[] {
  return [...schema.kinds].flatMap(([kind, { hidden }]) => hidden.map((name) => `${kind}/${name}`));
}
