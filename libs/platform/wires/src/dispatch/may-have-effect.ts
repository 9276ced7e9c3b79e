import { sql, type RawBuilder } from 'kysely';
import { fieldExpression } from '@cubit/database';
import type { Registry } from '@cubit/core/host';

/** A record expression that only reads a field of the event payload. */
const PLAIN_RECORD = '^event[.]payload[.][A-Za-z0-9_]+$';

/**
 * SQL condition: a run of wire `w` on event `p` may have an effect. An action that declares `waiting` has an effect only if a waiting
 * record exists. The check is one index probe in the statement that creates the runs. A wire with a trace or a computed record always runs.
 */
export function mayHaveEffect({ actions, kinds }: Pick<Registry, 'actions' | 'kinds'>): RawBuilder<boolean> {
  const cases = [...actions.values()].flatMap(({ id, definition: { waiting } }) => {
    const kind = waiting && kinds.get(waiting.kind.id);
    if (!kind) return [];
    const valueOf = (name: string) => {
      const field = kind.shape.fields.get(name);
      if (!field) throw new Error(`Action '${id}' uses field '${name}' of '${kind.id}', which does not exist.`);
      return fieldExpression(field);
    };
    const where = Object.entries(waiting.where ?? {}).map(([name, value]) => sql` and ${valueOf(name)} = ${value}`);
    return [
      sql`when ${id} then exists (
        select from ${sql.table(kind.partition)} waiting where waiting.workspace_id = p.workspace_id and waiting.kind = ${sql.lit(kind.id)}
          and waiting.deleted_at is null and ${valueOf(waiting.field)} = any(p.record_ids::text[])${sql.join(where, sql``)})`,
    ];
  });
  if (cases.length === 0) return sql<boolean>`true`;
  return sql<boolean>`(w.trace or w.record is null or w.record !~ ${PLAIN_RECORD} or case w.action ${sql.join(cases, sql` `)} else true end)`;
}
