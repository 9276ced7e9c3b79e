import { fail, validationFailed } from '@cubit/core';
import type { KernelServices } from '@cubit/records';
import type { Transaction } from '@cubit/database';
import { roleIncludes, type WorkspaceAccess } from '@cubit/core/host';
import { checkWire } from '../definition/check-wire.js';
import { loopWarnings, type WireWarning } from '../definition/loop-warnings.js';
import type { WireDraft } from '../definition/wire-draft.js';
import { wiresIn } from '../tables/schema.js';

/** Throws `422` if the wire is not valid, and `403` if the caller's role does not allow its action. */
export function requireValidWire(
  draft: WireDraft,
  workspace: WorkspaceAccess,
  { registry }: Pick<KernelServices, 'registry'>,
): void {
  const { checked, faults } = checkWire(draft, { schema: workspace.schema, registry });
  if (!checked) throw validationFailed(faults);
  const needed = checked.action.definition.role ?? 'member';
  if (roleIncludes(workspace.role, needed)) return;
  const message = `'${draft.action}' requires the role ${needed}.`;
  throw fail('forbidden', message, { details: [{ path: '/action', code: 'forbidden', message }] });
}

interface SavedWire extends Pick<WireDraft, 'event' | 'action'> {
  readonly id: string;
  readonly enabled: boolean;
}

/** Warnings about possible loops, for the response to a create or update request. */
export async function readLoopWarnings(
  tx: Transaction,
  saved: SavedWire,
  { id: workspaceId, schema }: WorkspaceAccess,
): Promise<readonly WireWarning[]> {
  if (!saved.enabled) return [];
  const others = await wiresIn(tx.db)
    .selectFrom('wire')
    .select(['event', 'action'])
    .distinct()
    .where('workspace_id', '=', workspaceId)
    .where('enabled', '=', true)
    .where('deleted_at', 'is', null)
    .where('id', '<>', saved.id)
    .execute();
  return loopWarnings(saved, others, schema);
}
