import {
  compact,
  notFound,
  validationFailed,
  type KernelServices,
  type Transaction,
  type WorkspaceAccess,
} from '@cubit/core';
import { releasePaused } from '../dispatch/release-runs.js';
import type { WireDraft } from '../definition/wire-draft.js';
import { wiresIn } from '../tables/schema.js';
import { requireSound } from './save-wire.js';
import type { WirePatch } from './wire-schemas.js';

interface WireChange {
  readonly id: string;
  readonly patch: WirePatch;
  readonly workspace: WorkspaceAccess;
  readonly services: Pick<KernelServices, 'registry'>;
  readonly callerId: string;
}

const MEANING = ['event', 'action', 'condition', 'record', 'input'] as const;

/** Changes a wire; throws where the result would not be sound. Answers what it is now. */
export async function patchWire(
  tx: Transaction,
  { id, patch, workspace, services, callerId }: WireChange,
): Promise<WireDraft & { readonly enabled: boolean }> {
  const db = wiresIn(tx.db);
  const before = await db
    .selectFrom('wire')
    .select(['enabled', 'event', 'action', 'condition', 'record', 'input'])
    .where('workspace_id', '=', workspace.id)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .forUpdate()
    .executeTakeFirst();
  if (!before) throw notFound('Wire');
  const { input: inputPatch, created_by, ...rest } = patch;
  if (created_by !== undefined && created_by !== callerId)
    throw validationFailed([{ path: '/created_by', code: 'invalid', message: 'can only be your own id.' }]);
  const { enabled: wasEnabled, ...draftBefore } = before;
  const draft: WireDraft = {
    ...draftBefore,
    ...compact({ event: rest.event, action: rest.action, condition: rest.condition, record: rest.record } as WireDraft),
    input: mergePatch(before.input, inputPatch ?? {}),
  };
  // Whoever makes a wire act as themselves must be able to run it, too.
  const changesMeaning = MEANING.some((name) => patch[name] !== undefined) || created_by !== undefined;
  if (changesMeaning) requireSound(draft, workspace, services);
  await db
    .updateTable('wire')
    .set(({ eb }) => ({
      ...rest,
      ...(inputPatch === undefined ? {} : { input: JSON.stringify(draft.input) }),
      ...(created_by === undefined ? {} : { created_by }),
      ...(changesMeaning ? { revision: eb('revision', '+', 1) } : {}),
      updated_at: tx.now,
    }))
    .where('workspace_id', '=', workspace.id)
    .where('id', '=', id)
    .execute();
  if (patch.paused === false) await resumeWire(tx, { workspaceId: workspace.id, id });
  return { ...draft, enabled: patch.enabled ?? wasEnabled };
}

/** Lets a wire go on: what was held runs, and its rate is counted anew. */
export async function resumeWire(
  tx: Transaction,
  { workspaceId, id }: { readonly workspaceId: string; readonly id: string },
): Promise<void> {
  const db = wiresIn(tx.db);
  await db.deleteFrom('wire_rate').where('workspace_id', '=', workspaceId).where('wire_id', '=', id).execute();
  await releasePaused(db, { workspaceId, wireId: id });
}

/** RFC 7396. A map, since a member may be called `__proto__`. */
function mergePatch(
  target: Readonly<Record<string, unknown>>,
  patch: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  const merged = new Map(Object.entries(target));
  for (const [name, value] of Object.entries(patch)) {
    const known = merged.get(name);
    if (value === null) merged.delete(name);
    else merged.set(name, isObject(value) ? mergePatch(isObject(known) ? known : {}, value) : value);
  }
  return Object.fromEntries(merged);
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
