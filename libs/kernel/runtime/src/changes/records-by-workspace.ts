import { sql } from 'kysely';
import type { Database } from '@cubit/database';
import type { RegisteredKind } from '@cubit/core/host';

/** How many records of a kind each workspace has, with the trash. */
export interface KindRecords {
  readonly kind: string;
  readonly workspaces: readonly {
    /** Slug. */
    readonly workspace: string;
    readonly records: number;
  }[];
}

export async function recordsByWorkspace(
  { db }: Database,
  kinds: readonly RegisteredKind[],
): Promise<readonly KindRecords[]> {
  const counted: KindRecords[] = [];
  for (const { id, partition } of kinds) {
    const { rows } = await sql<KindRecords['workspaces'][number]>`
      select w.slug as workspace, count(*)::int as records from ${sql.table(partition)} r
      join workspace w on w.id = r.workspace_id where r.kind = ${sql.lit(id)} group by w.slug order by w.slug`.execute(
      db,
    );
    counted.push({ kind: id, workspaces: rows });
  }
  return counted;
}
