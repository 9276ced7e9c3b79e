import type { Kysely } from 'kysely';
import type { DatabaseSchema } from '@cubit/database';
import type { ModuleState } from './module-row.js';

/** The states of modules in the workspace. Modules that were never changed have no entry. */
export async function readModuleStates(
  db: Kysely<DatabaseSchema>,
  workspaceId: string,
): Promise<ReadonlyMap<string, ModuleState>> {
  const rows = await db
    .selectFrom('workspace_module')
    .select(['module', 'enabled', 'settings', 'secrets'])
    .where('workspace_id', '=', workspaceId)
    .execute();
  return new Map(rows.map(({ module, ...state }) => [module, state]));
}
