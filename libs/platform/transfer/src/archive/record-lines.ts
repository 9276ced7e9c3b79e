import { sql } from 'kysely';
import { Type, type Static } from 'typebox';
import { NIL } from 'uuid';
import { pagesOf } from '@cubit/core';
import { type RecordRow, tagsSchema } from '@cubit/records';
import type { ArchiveSource, ArchiveTarget } from '@cubit/runtime';
import type { FieldValues, RegisteredKind } from '@cubit/core/host';
import { peopleFields, peopleIn, renameInFields } from './people.js';

const PAGE = 500;
const instant = Type.String({ format: 'date-time' });
const nullable = <Schema extends ReturnType<typeof Type.String>>(schema: Schema) => Type.Union([schema, Type.Null()]);

/** A record in an archive: as in the API, but people are identified by address. Its kind is that of its folder. */
export const recordLine = Type.Object(
  {
    id: Type.String({ format: 'uuid' }),
    title: Type.String(),
    fields: Type.Unsafe<FieldValues>({ type: 'object' }),
    tags: tagsSchema,
    version: Type.Integer({ minimum: 1, maximum: 2_147_483_647 }),
    created_at: instant,
    updated_at: instant,
    created_by: nullable(Type.String()),
    deleted_at: nullable(instant),
  },
  { additionalProperties: false },
);
export type RecordLine = Static<typeof recordLine>;

export function folderOf(kind: RegisteredKind): string {
  return `records/${kind.module}/${kind.local}`;
}

export async function countRecords({ db, workspaceId }: ArchiveSource, kind: RegisteredKind): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from ${sql.table(kind.partition)}
    where workspace_id = ${workspaceId} and kind = ${sql.lit(kind.id)}`.execute(db);
  return rows[0]?.count ?? 0;
}

/** Every record of the kind, oldest first, including the trash. */
export async function* recordLines(
  { db, workspaceId, addressesOf }: ArchiveSource,
  kind: RegisteredKind,
): AsyncGenerator<string> {
  const people = peopleFields(kind);
  const read = async (last?: RecordRow) => {
    const { rows } = await sql<RecordRow>`
      select id, title, fields::text as fields, tags, version, created_at, updated_at, created_by, deleted_at
      from ${sql.table(kind.partition)} where workspace_id = ${workspaceId} and kind = ${sql.lit(kind.id)} and id > ${last?.id ?? NIL}
      order by id limit ${PAGE}`.execute(db);
    return rows;
  };
  for await (const rows of pagesOf({ size: PAGE, read })) {
    const records = rows.map((row) => ({
      row,
      fields: people.length > 0 ? (JSON.parse(row.fields) as FieldValues) : null,
    }));
    const named = records.flatMap(({ row, fields }) => [
      row.created_by,
      ...people.flatMap((name) => peopleIn(fields?.[name])),
    ]);
    const addressOf = await addressesOf(named);
    for (const { row, fields } of records) {
      // Fields without people are copied as the database wrote them, without parsing.
      const text = fields ? JSON.stringify(renameInFields(fields, people, addressOf)) : row.fields;
      const { fields: _, id, title, ...rest } = row;
      const tail = JSON.stringify({ ...rest, created_by: addressOf(row.created_by) });
      yield `{"id":"${id}","title":${JSON.stringify(title)},"fields":${text},${tail.slice(1)}`;
    }
  }
}

/** Converts an archived record for storage: people become members of the workspace, others are removed. */
export function recordOfLine({ memberOf }: ArchiveTarget, people: readonly string[], line: RecordLine): RecordLine {
  const fields = people.length > 0 ? renameInFields(line.fields, people, memberOf) : line.fields;
  return { ...line, fields, created_by: memberOf(line.created_by) };
}
