import type { Kysely } from 'kysely';
import type { DatabaseSchema } from '@cubit/database';
import type { ModuleState } from './module-row.js';

/** What the workspace has made of its modules; those that it never touched have no entry. */
export async function readModuleStates(
  db: Kysely<DatabaseSchema>,
  workspaceId: string,
): Promise<ReadonlyMap<string, ModuleState>> {
  const rows = await db
    .selectFrom('workspace_module')
    .select(['module', 'enabled', 'settings'])
    .where('workspace_id', '=', workspaceId)
    .execute();
  return new Map(rows.map(({ enabled, module, settings }) => [module, { enabled, settings }]));
}
