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
        await sql`update ${sql.table(kind.partition)} r set fields = ${values}::jsonb || r.fields
          from json_to_recordset(${JSON.stringify(rows)}::json) as x(workspace_id uuid, id uuid)
          where r.workspace_id = x.workspace_id and r.kind = ${sql.lit(kind.id)} and r.id = x.id and ${lacks}`.execute(
          db,
        );
        return rows.length;
      },
    },
  ];
}
