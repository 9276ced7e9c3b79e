import { errorOf } from '@cubit/core';
import { createSecretBox } from '@cubit/access';
import type { Database } from '@cubit/database';
import { type Registry, SYSTEM_ACTOR } from '@cubit/core/host';
import { ModuleSecrets } from '@cubit/records';
import { changeModule } from './change-module.js';

export interface ModuleSwitch {
  readonly registry: Registry;
  readonly module: string;
  /** Slug of the workspace. */
  readonly workspace: string;
  readonly enabled: boolean;
}

/**
 * Enables or disables a module in a workspace, for a command beside the program. Processes notice it with the next request. Throws a `CubitError`
 * for unknown names and for modules that need each other.
 */
export async function switchModule(
  database: Database,
  { registry, module: name, workspace: slug, enabled }: ModuleSwitch,
): Promise<void> {
  const module = registry.modules.get(name);
  if (!module) throw errorOf('not_found', `Module '${name}' is not installed.`);
  const secrets = new ModuleSecrets(await createSecretBox(database.db, 'module-settings'));
  await database.transaction(async (tx) => {
    const workspace = await tx.db
      .selectFrom('workspace')
      .select('id')
      .where('slug', '=', slug)
      .where('deleted_at', 'is', null)
      .executeTakeFirst();
    if (!workspace) throw errorOf('not_found', `Workspace '${slug}' does not exist.`);
    const change = {
      workspaceId: workspace.id,
      module,
      registry,
      secrets,
      enabled,
      actor: SYSTEM_ACTOR,
      address: null,
    };
    await changeModule(tx, change);
  });
}
