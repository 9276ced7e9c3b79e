import { sql } from 'kysely';
import { Type, type Static } from 'typebox';
import { pagesOf } from '@cubit/core';
import type { ArchiveSource, ArchiveTarget } from '@cubit/runtime';
import { type HistoryOfRecord, readWholeHistory, storeHistory } from '@cubit/records';
import type { Actor, Registry } from '@cubit/core/host';
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
        type: Type.Unsafe<Actor['type']>({ type: 'string', enum: ['user', 'system'] }),
        id: nullableText,
        via: Type.Object(
          {
            type: Type.Unsafe<Actor['via']['type']>({
              type: 'string',
              enum: ['session', 'api_token', 'agent', 'wire', 'integration', 'import', 'module', 'system'],
            }),
            id: Type.Union([Type.String({ format: 'uuid' }), Type.Null()]),
            client: Type.Optional(Type.String()),
            module: Type.Optional(Type.String()),
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

export async function countHistory({ db, workspaceId, registry }: ArchiveSource): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from record_change
    where workspace_id = ${workspaceId} and kind = any(${[...registry.kinds.keys()]}::text[])`.execute(db);
  return rows[0]?.count ?? 0;
}

export async function* historyLines(source: ArchiveSource): AsyncGenerator<string> {
  const { db, workspaceId, registry, addressesOf } = source;
  const renamer = changeRenamer(registry);
  const read = (last?: HistoryOfRecord) =>
    readWholeHistory(db, { workspaceId, kinds: registry.kinds, filter: {}, after: last ?? null, limit: PAGE });
  for await (const rows of pagesOf({ size: PAGE, read })) {
    const people = rows.flatMap(({ kind, actor, changes }) => [actor.id, ...renamer.people(kind, changes)]);
    const addressOf = await addressesOf(people);
    for (const { record_id, version, kind, operation, at, actor, cause, changes } of rows) {
      // Archives contain wires, but neither sessions nor tokens.
      const { type, id, client, module } = actor.via;
      const stated = { ...(client === undefined ? {} : { client }), ...(module === undefined ? {} : { module }) };
      const via = { type, id: type === 'wire' ? id : null, ...stated };
      const line: HistoryLine = {
        record_id,
        version,
        kind,
        operation,
        at: at.toISOString(),
        actor: { type: actor.type, id: addressOf(actor.id), via },
        cause,
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
    workspace_id: workspaceId,
    kind,
    actor: { ...actor, id: memberOf(actor.id) },
    changes: renamer.rename(kind, changes, memberOf),
  }));
  await storeHistory(tx.db, registry, rows);
}

/** Finds a change whose record is missing or has not reached its version. */
export async function orphanedHistory(
  { tx, workspaceId }: Pick<ArchiveTarget, 'tx' | 'workspaceId'>,
  registry: Registry,
): Promise<{ readonly kind: string; readonly record_id: string; readonly version: number } | null> {
  const { rows: kinds } = await sql<{ kind: string }>`select distinct kind from record_change
    where workspace_id = ${workspaceId}`.execute(tx.db);
  for (const { kind: id } of kinds) {
    const kind = registry.kinds.get(id);
    if (!kind) continue;
    const { rows } = await sql<{ record_id: string; version: number }>`select record_id, version from record_change h
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
