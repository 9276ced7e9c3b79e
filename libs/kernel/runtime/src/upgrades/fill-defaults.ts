import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { defaultsOf } from '@cubit/records';
import type { RegisteredKind } from '@cubit/core/host';
import type { Upgrade } from './upgrade-step.js';

/**
 * Every record has a value of every field with a default: if a version adds such a field, existing records get the
 * default, including those in the trash. Their version does not change, and no change is recorded.
 */
export function fillDefaults(kind: RegisteredKind): readonly Upgrade[] {
  const defaults = Object.entries(defaultsOf(kind.shape)).sort(([one], [other]) => (one < other ? -1 : 1));
  if (defaults.length === 0) return [];
  const names = defaults.map(([name]) => name);
  const values = JSON.stringify(Object.fromEntries(defaults));
  const lacks = sql<boolean>`not (r.fields ?& ${names}::text[])`;
  return [
    {
      id: `defaults/${kind.id}/${createHash('sha256').update(values).digest('hex').slice(0, 16)}`,
      kind,
      among: lacks,
      async take({ db }, rows) {
        // The history shall not take a default for what the record has had all along.
        await sql`with absent as (
            select r.workspace_id, r.id, r.version, jsonb_object_agg(n.name, null) as fields from ${sql.table(kind.partition)} r
            join json_to_recordset(${JSON.stringify(rows)}::json) as x(workspace_id uuid, id uuid)
              on r.workspace_id = x.workspace_id and r.kind = ${sql.lit(kind.id)} and r.id = x.id
            join unnest(${names}::text[]) as n(name) on not r.fields ? n.name group by r.workspace_id, r.id, r.version
          ), noted as (
            update record_change c set after = absent.fields || coalesce(c.after, '{}') from absent
            where c.workspace_id = absent.workspace_id and c.record_id = absent.id and c.version = absent.version
          ) update ${sql.table(kind.partition)} r set fields = ${values}::jsonb || r.fields
          from json_to_recordset(${JSON.stringify(rows)}::json) as x(workspace_id uuid, id uuid)
          where r.workspace_id = x.workspace_id and r.kind = ${sql.lit(kind.id)} and r.id = x.id and ${lacks}`.execute(
          db,
        );
        return rows.length;
      },
    },
  ];
}
