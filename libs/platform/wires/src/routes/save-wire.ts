import {
  fail,
  roleIncludes,
  validationFailed,
  type KernelServices,
  type Transaction,
  type WorkspaceAccess,
} from '@cubit/core';
import { checkWire } from '../definition/check-wire.js';
import { loopWarnings, type WireWarning } from '../definition/loop-warnings.js';
import type { WireDraft } from '../definition/wire-draft.js';
import { wiresIn } from '../tables/schema.js';

/** Throws unless the wire could run now, and whoever saves it could run its action themselves. */
export function requireSound(
  draft: WireDraft,
  workspace: WorkspaceAccess,
  { registry }: Pick<KernelServices, 'registry'>,
): void {
  const { checked, faults } = checkWire(draft, { schema: workspace.schema, registry });
  if (!checked) throw validationFailed(faults);
  const needed = checked.action.definition.role ?? 'member';
  if (roleIncludes(workspace.role, needed)) return;
  const message = `'${draft.action}' needs the role ${needed}.`;
  throw fail('forbidden', message, { details: [{ path: '/action', code: 'forbidden', message }] });
}

interface Saved extends Pick<WireDraft, 'event' | 'action'> {
  readonly id: string;
  readonly enabled: boolean;
}

/** What is allowed, and may not be meant: told with the answer to the save. */
export async function warningsOf(
  tx: Transaction,
  saved: Saved,
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
