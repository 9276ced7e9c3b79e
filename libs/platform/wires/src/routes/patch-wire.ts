import { compact, notFound, validationFailed } from '@cubit/core';
import type { KernelServices } from '@cubit/records';
import type { Transaction } from '@cubit/database';
import type { WorkspaceAccess } from '@cubit/core/host';
import { releasePaused } from '../dispatch/release-runs.js';
import type { WireDraft } from '../definition/wire-draft.js';
import { wiresIn } from '../tables/schema.js';
import { requireValidWire } from './validate-wire.js';
import type { WirePatch } from './wire-schemas.js';

interface WireChange {
  readonly id: string;
  readonly patch: WirePatch;
  readonly workspace: WorkspaceAccess;
  readonly services: Pick<KernelServices, 'registry'>;
  readonly callerId: string;
}

const DEFINITION_FIELDS = ['event', 'action', 'condition', 'record', 'input'] as const;

/** Changes a wire and returns its new definition. Throws `404`, or `422` if the result is not valid. */
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
    throw validationFailed([{ path: '/created_by', code: 'invalid', message: 'must be your own id.' }]);
  const { enabled: wasEnabled, ...draftBefore } = before;
  const draft: WireDraft = {
    ...draftBefore,
    ...compact({ event: rest.event, action: rest.action, condition: rest.condition, record: rest.record } as WireDraft),
    input: mergePatch(before.input, inputPatch ?? {}),
  };
  // A member who takes over a wire must have the role that its action needs.
  const changesDefinition = DEFINITION_FIELDS.some((name) => patch[name] !== undefined) || created_by !== undefined;
  if (changesDefinition) requireValidWire(draft, workspace, services);
  await db
    .updateTable('wire')
    .set(({ eb }) => ({
      ...rest,
      ...(inputPatch === undefined ? {} : { input: JSON.stringify(draft.input) }),
      ...(created_by === undefined ? {} : { created_by }),
      ...(changesDefinition ? { revision: eb('revision', '+', 1) } : {}),
      updated_at: tx.now,
    }))
    .where('workspace_id', '=', workspace.id)
    .where('id', '=', id)
    .execute();
  if (patch.paused === false) await resumeWire(tx, { workspaceId: workspace.id, id });
  return { ...draft, enabled: patch.enabled ?? wasEnabled };
}

/** Resumes a wire: releases its paused runs and resets its rate counter. */
export async function resumeWire(
  tx: Transaction,
  { workspaceId, id }: { readonly workspaceId: string; readonly id: string },
): Promise<void> {
  const db = wiresIn(tx.db);
  await db.deleteFrom('wire_rate').where('workspace_id', '=', workspaceId).where('wire_id', '=', id).execute();
  await releasePaused(db, { workspaceId, wireId: id });
}

/** JSON merge patch (RFC 7396). Uses a map because a member may be named `__proto__`. */
function mergePatch(
  target: Readonly<Record<string, unknown>>,
  patch: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  const merged = new Map(Object.entries(target));
  for (const [name, value] of Object.entries(patch)) {
    const current = merged.get(name);
    if (value === null) merged.delete(name);
    else merged.set(name, isObject(value) ? mergePatch(isObject(current) ? current : {}, value) : value);
  }
  return Object.fromEntries(merged);
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
