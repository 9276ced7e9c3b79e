import { sql } from 'kysely';
import type { Transaction } from '@cubit/database';
import { type Actor, type RegisteredUpgrade } from '@cubit/core/host';
import { type KernelServices, WorkspaceTransaction } from '@cubit/records';
import type { Upgrade } from './upgrade-step.js';

/** Upgrade code of a module, which runs for one workspace at a time. */
export function moduleUpgrade(services: KernelServices, upgrade: RegisteredUpgrade): Upgrade {
  const { id, kind } = upgrade;
  return {
    id,
    kind,
    among: sql<boolean>`r.deleted_at is null
      and exists (select from workspace w where w.id = r.workspace_id and w.deleted_at is null)`,
    async take(tx, rows) {
      const workspaceId = rows[0]?.workspace_id ?? '';
      const ids = rows.filter((row) => row.workspace_id === workspaceId).map((row) => row.id);
      await handOver(services, { tx, upgrade, workspaceId, ids });
      return ids.length;
    },
  };
}

interface Batch {
  readonly tx: Transaction;
  readonly upgrade: RegisteredUpgrade;
  readonly workspaceId: string;
  readonly ids: readonly string[];
}

/** Disabled modules count as enabled here, so that their records are correct when they are enabled again. */
async function handOver(
  services: KernelServices,
  { tx, upgrade: { definition, module, id }, workspaceId, ids }: Batch,
): Promise<void> {
  const workspace = await tx.db
    .selectFrom('workspace')
    .select(['id', 'slug', 'name'])
    .where('id', '=', workspaceId)
    .executeTakeFirstOrThrow();
  const schema = await services.workspaces.readWhole(tx.db, workspaceId);
  const access = { ...workspace, role: 'owner', schema } as const;
  const version = services.registry.modules.get(module)?.definition.version ?? '';
  const actor: Actor = { type: 'system', id: null, via: { type: 'module', id: null, module: `${module} ${version}` } };
  const transaction = new WorkspaceTransaction({ services, tx, workspace: access, actor });
  const context = transaction.contextOf(module, `upgrade:${id}`);
  const records = await context.records.getMany(definition.kind, ids);
  await definition.run(context, [...records.values()]);
}
