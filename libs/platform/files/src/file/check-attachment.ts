import { sql } from 'kysely';
import { validationFailed } from '@cubit/core';
import type { Registry, WorkspaceAccess } from '@cubit/core/host';
import type { Transaction } from '@cubit/database';
import type { Attachment } from './file-schema.js';

interface AttachmentCheck {
  readonly tx: Transaction;
  readonly registry: Registry;
  readonly workspace: WorkspaceAccess;
}

/** Requires a record of an enabled kind that is not in the trash, and locks it against deletion until the transaction ends. */
export async function checkAttachment(
  { tx, registry, workspace }: AttachmentCheck,
  { kind: kindId, id }: Attachment,
): Promise<void> {
  const kind = workspace.schema.kinds.has(kindId) ? registry.kinds.get(kindId) : undefined;
  if (kind) {
    const { rows } = await sql`select 1 from ${sql.table(kind.partition)}
      where workspace_id = ${workspace.id} and kind = ${sql.lit(kind.id)} and id = ${id} and deleted_at is null for key share`.execute(
      tx.db,
    );
    if (rows.length > 0) return;
  }
  const message = kind
    ? `The ${kind.definition.title[0].toLowerCase()} does not exist.`
    : `There is no kind '${kindId}'.`;
  throw validationFailed([
    { path: kind ? '/attached_to/id' : '/attached_to/kind', code: 'unknown_reference', message },
  ]);
}
