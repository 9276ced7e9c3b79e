import { sql } from 'kysely';
import { type ArchivePart, occupiedBy } from '@cubit/runtime';
import { wireLine, type WireLine } from '../routes/wire-schemas.js';
import { wiresIn } from '../tables/schema.js';

/**
 * Wires in the archive of a workspace. An import restores them unchanged and pauses all wires of the workspace: an imported wire acts as
 * the member who imports the archive, and that member reviews the wires first.
 */
export const wireArchive: ArchivePart<WireLine> = {
  name: 'wires',
  stage: 'automation',
  row: wireLine,
  occupied: occupiedBy('wire', sql`default_module is null and deleted_at is null`),
  async *rows({ db, workspaceId }) {
    const wires = await wiresIn(db)
      .selectFrom('wire')
      .select(['id', 'name', 'enabled', 'paused', 'event', 'condition', 'action', 'record', 'input', 'mode', 'trace'])
      .select(['rate_cap', 'default_module', 'default_key', 'created_at', 'updated_at'])
      .where('workspace_id', '=', workspaceId)
      .where('deleted_at', 'is', null)
      .orderBy('id')
      .execute();
    for (const { default_module: module, default_key: key, created_at, updated_at, ...wire } of wires)
      yield {
        ...wire,
        default: module !== null && key !== null ? { module, key } : null,
        created_at: created_at.toISOString(),
        updated_at: updated_at.toISOString(),
      };
  },
  /** Removes the default wires that this workspace has installed: the archive holds their exported versions. */
  async begin({ tx, workspaceId }) {
    await sql`insert into wire_workspace (workspace_id, paused) values (${workspaceId}, true)
      on conflict (workspace_id) do update set paused = true`.execute(tx.db);
    await sql`delete from wire where workspace_id = ${workspaceId} and (default_module is not null or deleted_at is not null)`.execute(
      tx.db,
    );
    await sql`delete from wire_default where workspace_id = ${workspaceId}`.execute(tx.db);
  },
  async take({ tx, workspaceId, importer }, lines) {
    const values = lines.map(({ default: installed, input, created_at, updated_at, ...wire }) => ({
      ...wire,
      workspace_id: workspaceId,
      input: JSON.stringify(input),
      default_module: installed?.module ?? null,
      default_key: installed?.key ?? null,
      created_by: importer,
      created_at: new Date(created_at),
      updated_at: new Date(updated_at),
      deleted_at: null,
      last_run_at: null,
    }));
    await wiresIn(tx.db).insertInto('wire').values(values).execute();
  },
};
