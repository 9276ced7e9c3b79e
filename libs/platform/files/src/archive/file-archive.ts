import { sql } from 'kysely';
import { Type, type Static } from 'typebox';
import { NIL } from 'uuid';
import { FILE_TARGET } from '@cubit/records';
import { type ErrorDetail, pagesOf, validationFailed } from '@cubit/core';
import { type ArchivePart, type ArchiveTarget, occupiedBy } from '@cubit/runtime';
import { attachedTo } from '../file/file-schema.js';
import type { FileRow } from '../tables/file-row.js';
import { nameFaults } from '../upload/file-name.js';

const PAGE = 500;
const SHOWN = 10;

const fileLine = Type.Object(
  {
    id: Type.String({ format: 'uuid' }),
    name: Type.String(),
    media_type: Type.String({ pattern: '^[a-z0-9][a-z0-9.+-]*/[a-z0-9][a-z0-9.+-]*$', maxLength: 200 }),
    size: Type.Integer({ minimum: 0 }),
    sha256: Type.String({ pattern: '^[0-9a-f]{64}$' }),
    attached_to: attachedTo,
    created_at: Type.String({ format: 'date-time' }),
    created_by: Type.Union([Type.String(), Type.Null()]),
  },
  { additionalProperties: false },
);
type FileLine = Static<typeof fileLine>;

/** The rows of files in the archive of a workspace. `FileContents` exports and imports the bytes, by SHA-256. */
export const fileArchive: ArchivePart<FileLine> = {
  name: 'files',
  stage: 'content',
  row: fileLine,
  occupied: occupiedBy('file', sql`not admins_only`),
  async *rows({ db, workspaceId, addressesOf }) {
    const read = async (last?: FileRow) => {
      const { rows } = await sql<FileRow>`
        select id, name, media_type, size, sha256, attached_kind, attached_id, created_at, created_by from file
        where workspace_id = ${workspaceId} and id > ${last?.id ?? NIL} and not admins_only order by id limit ${PAGE}`.execute(
        db,
      );
      return rows;
    };
    for await (const rows of pagesOf({ size: PAGE, read })) {
      const addressOf = await addressesOf(rows.map((row) => row.created_by));
      for (const { attached_kind: kind, attached_id: id, sha256, created_at, created_by, ...row } of rows)
        yield {
          ...row,
          sha256: sha256.toString('hex'),
          attached_to: kind !== null && id !== null ? { kind, id } : null,
          created_at: created_at.toISOString(),
          created_by: addressOf(created_by),
        };
    }
  },
  async take({ tx, workspaceId, memberOf }, rows, place) {
    const faults = rows.flatMap(({ name }, index) => nameFaults(name, `${place(index)}/name`));
    if (faults.length > 0) throw validationFailed(faults);
    await requireContents({ tx, workspaceId }, rows, place);
    const values = rows.map(({ attached_to: target, created_by: author, ...row }) => {
      const { kind: attached_kind = null, id: attached_id = null } = target ?? {};
      return { ...row, attached_kind, attached_id, created_by: memberOf(author) };
    });
    await sql`insert into file (workspace_id, id, name, media_type, size, sha256, attached_kind, attached_id, created_at, created_by)
      select ${workspaceId}::uuid, id, name, media_type, size, decode(sha256, 'hex'), attached_kind, attached_id, created_at, created_by
      from json_to_recordset(${JSON.stringify(values)}::json) as x(id uuid, name text, media_type text, size bigint, sha256 text,
        attached_kind text, attached_id uuid, created_at timestamptz, created_by uuid)`.execute(tx.db);
  },
  async finish(target) {
    await refuseMissingFiles(target);
    await refuseUnusedContents(target);
  },
};

/** Refuses rows whose bytes were not in the archive. Bytes come before rows. */
async function requireContents(
  { tx, workspaceId }: Pick<ArchiveTarget, 'tx' | 'workspaceId'>,
  rows: readonly FileLine[],
  place: (index: number) => string,
): Promise<void> {
  const { rows: found } = await sql<{
    sha256: string;
    size: number;
  }>`select encode(sha256, 'hex') as sha256, size from file_content
    where workspace_id = ${workspaceId} and sha256 = any(${rows.map(({ sha256 }) => Buffer.from(sha256, 'hex'))}::bytea[])`.execute(
    tx.db,
  );
  const sizes = new Map(found.map(({ sha256, size }) => [sha256, size]));
  const faults = rows.flatMap(({ sha256, size }, index): readonly ErrorDetail[] =>
    sizes.get(sha256) === size
      ? []
      : [
          {
            path: `${place(index)}/sha256`,
            code: 'unknown_reference',
            message: 'The archive does not contain the bytes of this file.',
          },
        ],
  );
  if (faults.length > 0) throw validationFailed(faults);
}

/** Refuses fields of records that refer to missing files. */
async function refuseMissingFiles({ tx, workspaceId }: ArchiveTarget): Promise<void> {
  const { rows } = await sql<{ source_kind: string; source_id: string; field: string; target_id: string }>`
    select source_kind, source_id, field, target_id from record_reference r
    where workspace_id = ${workspaceId} and target_kind = ${FILE_TARGET}
      and not exists (select from file f where f.workspace_id = r.workspace_id and f.id = r.target_id) limit ${SHOWN}`.execute(
    tx.db,
  );
  if (rows.length > 0)
    throw validationFailed(
      rows.map((row) => ({
        path: `${row.source_kind}/${row.source_id}/fields/${row.field}`,
        code: 'unknown_reference',
        message: `The archive has no file with the id ${row.target_id}.`,
      })),
    );
}

async function refuseUnusedContents({ tx, workspaceId }: ArchiveTarget): Promise<void> {
  const { rows } = await sql<{ sha256: string }>`select encode(sha256, 'hex') as sha256 from file_content c
    where workspace_id = ${workspaceId}
      and not exists (select from file f where f.workspace_id = c.workspace_id and f.sha256 = c.sha256) limit ${SHOWN}`.execute(
    tx.db,
  );
  if (rows.length > 0)
    throw validationFailed(
      rows.map(({ sha256 }) => ({
        path: `contents/${sha256}`,
        code: 'unknown',
        message: 'No file of the archive has these bytes.',
      })),
    );
}
