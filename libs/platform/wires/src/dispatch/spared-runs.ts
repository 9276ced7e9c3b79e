import { sql, type RawBuilder } from 'kysely';
import { fieldExpression, type Registry } from '@cubit/core';

/** A record that the event itself names, so that its ids are those of the event. */
const PLAIN_RECORD = '^event[.]payload[.][A-Za-z0-9_]+$';

/**
 * Whether a run of wire `w` on event `p` may do anything: of actions that say where it is kept what waits for them, only where something
 * does. One probe of an index, within the statement that makes the runs. A wire that keeps a trace, or works out its record, runs.
 */
export function mayDoSomething({ actions, kinds }: Pick<Registry, 'actions' | 'kinds'>): RawBuilder<boolean> {
  const cases = [...actions.values()].flatMap(({ id, definition: { waiting } }) => {
    const kind = waiting && kinds.get(waiting.kind.id);
    if (!kind) return [];
    const valueOf = (name: string) => {
      const field = kind.shape.fields.get(name);
      if (!field) throw new Error(`Action '${id}' looks into field '${name}' of '${kind.id}', which has none such.`);
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
