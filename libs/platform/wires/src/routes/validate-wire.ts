import { fail, validationFailed } from '@cubit/core';
import type { KernelServices } from '@cubit/records';
import { roleIncludes, type WorkspaceAccess } from '@cubit/core/host';
import { checkWire, type CheckedWire } from '../definition/check-wire.js';
import { loopWarnings, type WireWarning } from '../definition/loop-warnings.js';
import type { WireDraft } from '../definition/wire-draft.js';
import type { WireDatabase } from '../tables/schema.js';

/** The checked wire. Throws `422` if the wire is not valid, and `403` if the caller's role does not allow its action. */
export function requireValidWire(
  draft: WireDraft,
  workspace: WorkspaceAccess,
  { registry }: Pick<KernelServices, 'registry'>,
): CheckedWire {
  const { checked, faults } = checkWire(draft, { schema: workspace.schema, registry });
  if (!checked) throw validationFailed(faults);
  const [refused] = roleFaults(checked, workspace);
  if (refused) throw fail('forbidden', refused.message, { details: [refused] });
  return checked;
}

/** The fault of a wire whose action the role does not allow. */
export function roleFaults({ action }: Pick<CheckedWire, 'action'>, { role }: Pick<WorkspaceAccess, 'role'>) {
  const needed = action.definition.role ?? 'member';
  if (roleIncludes(role, needed)) return [];
  return [{ path: '/action', code: 'forbidden', message: `'${action.id}' requires the role ${needed}.` }];
}

interface SavedWire extends Pick<WireDraft, 'event' | 'action'> {
  readonly id: string;
  readonly enabled: boolean;
}

/** Warnings about possible loops, for the response to a create or update request. */
export async function readLoopWarnings(
  db: WireDatabase,
  saved: SavedWire,
  { id: workspaceId, schema }: WorkspaceAccess,
): Promise<readonly WireWarning[]> {
  if (!saved.enabled) return [];
  const others = await db
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
