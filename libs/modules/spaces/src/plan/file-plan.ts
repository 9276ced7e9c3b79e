import type { ModuleContext } from '@cubit/core';
import { planSuperseded } from '../events.js';
import { createPlan, readDocument, replaceDocument, type PlanDocument, type PlanRecord } from './plan-document.js';
import { plan } from './plan.kind.js';
import { sameValue } from './same-value.js';

interface PlanToStore {
  readonly target: PlanRecord | null;
  /** Plans of the same name, newest first. */
  readonly namesakes: readonly PlanRecord[];
  readonly document: PlanDocument;
}

/** The plan to apply. A document that is already stored is not stored again. */
export async function storePlan(
  context: Pick<ModuleContext, 'records'>,
  { target, namesakes, document }: PlanToStore,
): Promise<PlanRecord> {
  if (target) return replaceDocument(context, target, document);
  const [newest] = namesakes;
  const isKnown =
    newest !== undefined && sameValue((await readDocument(context, newest.id)).floorplan, document.floorplan);
  return isKnown ? newest : createPlan(context, document);
}

/** Marks the plan as applied and other plans of the same name as superseded. */
export async function markApplied(
  { records, emit, actor, now }: ModuleContext<typeof planSuperseded>,
  applied: PlanRecord,
  namesakes: readonly PlanRecord[],
): Promise<void> {
  const before = namesakes.filter(({ id, fields }) => id !== applied.id && fields.status === 'applied');
  await records.updateMany(
    plan,
    before.map(({ id }) => ({ id, fields: { status: 'superseded' } })),
  );
  for (const { id, fields } of before) emit(planSuperseded, { planId: id, name: fields.name, byPlanId: applied.id });
  await records.update(plan, applied.id, {
    status: 'applied',
    applied_at: now.toISOString(),
    ...(actor.type === 'user' && actor.id !== null ? { applied_by: actor.id } : {}),
  });
}
