import { sql } from 'kysely';
import { Type, type Static } from 'typebox';
import { NIL } from 'uuid';
import { pagesOf } from '@cubit/core';
import type { ArchiveSource, ArchiveTarget } from '@cubit/runtime';
import type { Registry } from '@cubit/core/host';
import { peopleFields, peopleIn, renamePeople } from './people.js';

const PAGE = 1_000;
const strict = { additionalProperties: false } as const;
const nullableText = Type.Union([Type.String(), Type.Null()]);

/** One change of a record in an archive. People are identified by address. */
export const historyLine = Type.Object(
  {
    record_id: Type.String({ format: 'uuid' }),
    version: Type.Integer({ minimum: 1, maximum: 2_147_483_647 }),
    kind: Type.String(),
    operation: Type.Unsafe<string>({ type: 'string', enum: ['create', 'update', 'delete', 'restore'] }),
    at: Type.String({ format: 'date-time' }),
    actor: Type.Object(
      {
        type: Type.Unsafe<string>({ type: 'string', enum: ['user', 'system'] }),
        id: nullableText,
        via: Type.Object(
          {
            type: Type.Unsafe<string>({
              type: 'string',
              enum: ['session', 'api_token', 'wire', 'integration', 'import', 'system'],
            }),
            id: nullableText,
          },
          strict,
        ),
      },
      strict,
    ),
    cause: Type.Union([
      Type.Object({ wire_id: nullableText, run_id: Type.String(), event_id: Type.String() }, strict),
      Type.Null(),
    ]),
    changes: Type.Array(Type.Object({ path: Type.String(), from: Type.Unknown(), to: Type.Unknown() }, strict)),
  },
  strict,
);
export type HistoryLine = Static<typeof historyLine>;
type Change = HistoryLine['changes'][number];
type Row = Omit<HistoryLine, 'at'> & { readonly at: Date };

export async function countHistory({ db, workspaceId, registry }: ArchiveSource): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from record_history
    where workspace_id = ${workspaceId} and kind = any(${[...registry.kinds.keys()]}::text[])`.execute(db);
  return rows[0]?.count ?? 0;
}

export async function* historyLines(source: ArchiveSource): AsyncGenerator<string> {
  const { db, workspaceId, registry, addressesOf } = source;
  const renamer = changeRenamer(registry);
  const read = async (last?: Row) => {
    const { rows } =
      await sql<Row>`select record_id, version, kind, operation, at, actor, cause, changes from record_history
      where workspace_id = ${workspaceId} and (record_id, version) > (${last?.record_id ?? NIL}::uuid, ${last?.version ?? 0}::int)
        and kind = any(${[...registry.kinds.keys()]}::text[])
      order by record_id, version limit ${PAGE}`.execute(db);
    return rows;
  };
  for await (const rows of pagesOf({ size: PAGE, read })) {
    const people = rows.flatMap(({ kind, actor, changes }) => [actor.id, ...renamer.people(kind, changes)]);
    const addressOf = await addressesOf(people);
    for (const { at, actor, kind, changes, ...row } of rows) {
      // Archives contain wires, but neither sessions nor tokens.
      const via = { type: actor.via.type, id: actor.via.type === 'wire' ? actor.via.id : null };
      const line: HistoryLine = {
        ...row,
        kind,
        at: at.toISOString(),
        actor: { type: actor.type, id: addressOf(actor.id), via },
        changes: renamer.rename(kind, changes, addressOf),
      };
      yield JSON.stringify(line);
    }
  }
}

export async function importHistory(
  { tx, workspaceId, memberOf }: ArchiveTarget,
  registry: Registry,
  lines: readonly HistoryLine[],
): Promise<void> {
  const renamer = changeRenamer(registry);
  const rows = lines.map(({ actor, kind, changes, ...line }) => ({
    ...line,
    kind,
    actor: { ...actor, id: memberOf(actor.id) },
    changes: renamer.rename(kind, changes, memberOf),
  }));
  await sql`insert into record_history (workspace_id, record_id, version, kind, operation, at, actor, cause, changes)
    select ${workspaceId}::uuid, record_id, version, kind, operation, at, actor, cause, changes
    from json_to_recordset(${JSON.stringify(rows)}::json) as x(record_id uuid, version int, kind text, operation text,
      at timestamptz, actor jsonb, cause jsonb, changes jsonb)`.execute(tx.db);
}

/** Finds a change whose record is missing or has not reached its version. */
export async function orphanedHistory(
  { tx, workspaceId }: Pick<ArchiveTarget, 'tx' | 'workspaceId'>,
  registry: Registry,
): Promise<{ readonly kind: string; readonly record_id: string; readonly version: number } | null> {
  const { rows: kinds } = await sql<{ kind: string }>`select distinct kind from record_history
    where workspace_id = ${workspaceId}`.execute(tx.db);
  for (const { kind: id } of kinds) {
    const kind = registry.kinds.get(id);
    if (!kind) continue;
    const { rows } = await sql<{ record_id: string; version: number }>`select record_id, version from record_history h
      where workspace_id = ${workspaceId} and kind = ${kind.id} and not exists (
        select from ${sql.table(kind.partition)} r where r.workspace_id = ${workspaceId} and r.kind = ${sql.lit(kind.id)}
          and r.id = h.record_id and r.version >= h.version)
      limit 1`.execute(tx.db);
    if (rows[0]) return { kind: id, ...rows[0] };
  }
  return null;
}

/** Replaces the people in changes of fields that refer to people. */
function changeRenamer(registry: Registry) {
  const fieldsOf = new Map([...registry.kinds.values()].map((kind) => [kind.id, new Set(peopleFields(kind))]));
  const holdsPeople = (kind: string, { path }: Change) => {
    const [, member, name = ''] = path.split('/');
    return member === 'fields' && fieldsOf.get(kind)?.has(name) === true;
  };
  return {
    people: (kind: string, changes: readonly Change[]) =>
      changes
        .filter((change) => holdsPeople(kind, change))
        .flatMap(({ from, to }) => [...peopleIn(from), ...peopleIn(to)]),
    rename: (kind: string, changes: readonly Change[], nameOf: (person: string) => string | null): Change[] =>
      changes.map((change) =>
        holdsPeople(kind, change)
          ? { path: change.path, from: renamePeople(change.from, nameOf), to: renamePeople(change.to, nameOf) }
          : change,
      ),
  };
}
