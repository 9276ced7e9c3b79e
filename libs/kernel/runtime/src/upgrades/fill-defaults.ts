import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { KindDefaults } from '@cubit/database';
import { defaultsOf } from '@cubit/records';
import type { RegisteredKind } from '@cubit/core/host';
import type { Upgrade } from './upgrade-step.js';

/**
 * Every record has a value of every field with a default: if a version adds such a field, existing records get the
 * default, including those in the trash. Their version does not change, and no change is recorded.
 */
export function fillDefaults(kind: RegisteredKind): readonly Upgrade[] {
  const defaults = sortedDefaults(kind);
  const names = Object.keys(defaults);
  if (names.length === 0) return [];
  const values = JSON.stringify(defaults);
  const lacks = sql<boolean>`not (r.fields ?& ${names}::text[])`;
  return [
    {
      id: fillId(kind, values),
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

function sortedDefaults(kind: RegisteredKind): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(defaultsOf(kind.shape)).sort(([one], [other]) => (one < other ? -1 : 1)));
}

function hashOf(values: string): string {
  return createHash('sha256').update(values).digest('hex').slice(0, 16);
}

function fillId(kind: RegisteredKind, values: string): string {
  return `defaults/${kind.id}/${hashOf(values)}`;
}

/** What the database fills in for programs that do not know the fields. `done`: upgrades that have ended. */
export function databaseDefaults(kind: RegisteredKind, done: ReadonlySet<string>): readonly KindDefaults[] {
  const values = sortedDefaults(kind);
  if (Object.keys(values).length === 0) return [];
  const text = JSON.stringify(values);
  return [{ partition: kind.partition, values, hash: hashOf(text), isKnown: done.has(fillId(kind, text)) }];
}
