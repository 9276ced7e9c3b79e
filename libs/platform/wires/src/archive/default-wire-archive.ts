import { sql } from 'kysely';
import type { ArchivePart } from '@cubit/runtime';
import { defaultWireLine, type DefaultWireLine } from '../routes/wire-schemas.js';
import { wiresIn } from '../tables/schema.js';

/** The default wires that a workspace ever had, in its archive: a deleted default wire is not installed again. */
export const defaultWireArchive: ArchivePart<DefaultWireLine> = {
  name: 'default_wires',
  stage: 'automation',
  row: defaultWireLine,
  occupied: () => Promise.resolve(false),
  async *rows({ db, workspaceId }) {
    const rows = await wiresIn(db)
      .selectFrom('wire_default')
      .select(['module', 'key', 'wire_id', 'installed_at'])
      .where('workspace_id', '=', workspaceId)
      .orderBy('module')
      .orderBy('key')
      .execute();
    for (const { installed_at: at, ...row } of rows) yield { ...row, installed_at: at.toISOString() };
  },
  async take({ tx, workspaceId }, rows) {
    await sql`insert into wire_default (workspace_id, module, key, wire_id, installed_at)
      select ${workspaceId}::uuid, module, key, wire_id, installed_at
      from json_to_recordset(${JSON.stringify(rows)}::json) as x(module text, key text, wire_id uuid, installed_at timestamptz)`.execute(
      tx.db,
    );
  },
};
