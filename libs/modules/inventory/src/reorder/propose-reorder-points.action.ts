import { DAY_MS, defineAction, Field, foreignKind, type ModuleContext, validationFailed } from '@cubit/core';
import { Type } from 'typebox';
import { movement } from '../movement/movement.kind.js';
import type { Part } from '../part/part.fields.js';
import { part } from '../part/part.kind.js';
import { input } from '../stock/stock-input.js';
import { reorderPoint } from './reorder-point.js';

const WINDOW_DAYS = 90;
const MAX_PARTS = 2_000;
const CONSUMING = ['use', 'build_consume', 'print_consume', 'scrap'];

const supplierPart = foreignKind(
  'purchases:supplier_part',
  Type.Object({ lead_time_days: Type.Optional(Type.Number()) }),
);

const days = (title: string, options: { readonly default: number; readonly description: string }) =>
  Type.Optional(
    Field.integer({ title, ui: { widget: 'duration', unit: 'days' }, minimum: 0, maximum: 3_650, ...options }),
  );

const proposal = Type.Object({
  part: Type.String({ format: 'uuid' }),
  title: Type.String(),
  used: Type.Number({ description: 'Quantity used in the period.' }),
  days: Type.Number({ description: `The period: ${WINDOW_DAYS}, or the age of a younger part.` }),
  per_day: Type.Number(),
  lead_time_days: Type.Number(),
  min_stock: Type.Number({ description: 'Proposed: the use of the lead time and of the safety days.' }),
  target_stock: Type.Number({ description: 'Proposed: `min_stock` and the use of the days to cover.' }),
  present: Type.Object({ min_stock: Type.Optional(Type.Number()), target_stock: Type.Optional(Type.Number()) }),
});

export const proposeReorderPoints = defineAction({
  id: 'inventory:propose_reorder_points',
  title: 'Propose reorder points',
  description: `Computes \`min_stock\` and \`target_stock\` of parts from their use. The period is the last ${WINDOW_DAYS} days, or the time since the part exists. Reversed uses do not count. Sets them with \`apply\`.`,
  appliesTo: 'workspace',
  input: input({
    parts: Type.Optional(
      Type.Array(Type.String({ format: 'uuid', 'x-kind': 'inventory:part' }), {
        title: 'Parts',
        maxItems: 200,
        uniqueItems: true,
        description: 'Default: every part that was used.',
      }),
    ),
    lead_time_days: days('Lead time', { default: 14, description: 'For parts whose supplier part has none.' }),
    safety_days: days('Safety', { default: 7, description: 'Days that stock should last beyond the lead time.' }),
    cover_days: days('Cover', { default: 30, description: 'Days that an order should last.' }),
    apply: Type.Optional(Field.boolean({ title: 'Apply', default: false, description: 'Set the proposed values.' })),
  }),
  output: Type.Object({ proposals: Type.Array(proposal), applied: Type.Boolean() }),
  emits: [],
  effects: { destructive: false, idempotent: true, readOnly: false },
  ui: { icon: 'trending-up', order: 40 },
  example: { title: 'Propose', input: { lead_time_days: 10 } },
  async run(context, _, { parts: wanted, apply = false, ...periods }) {
    const { lead_time_days: usual = 14, safety_days: safety = 7, cover_days: cover = 30 } = periods;
    await assertParts(context, wanted);
    const used = await usedOf(context, wanted);
    const parts = await context.records.getMany(part, [...used.keys()].slice(0, MAX_PARTS));
    const leadTimes = await leadTimesOf(context, [...parts.values()]);
    const proposals = [...parts.values()]
      .map((owner) => {
        const leadTime = leadTimes.get(owner.fields.default_supplier_part ?? '') ?? usual;
        const { min_stock, target_stock } = owner.fields;
        const present = {
          ...(min_stock === undefined ? {} : { min_stock }),
          ...(target_stock === undefined ? {} : { target_stock }),
        };
        const age = (context.now.getTime() - Date.parse(owner.created_at)) / DAY_MS;
        const point = reorderPoint({
          used: used.get(owner.id) ?? 0,
          days: Math.min(WINDOW_DAYS, Math.max(1, Math.ceil(age))),
          bufferDays: leadTime + safety,
          coverDays: cover,
          unit: owner.fields.unit,
        });
        return { part: owner.id, title: owner.title, ...point, lead_time_days: leadTime, present };
      })
      .toSorted((a, b) => (a.title < b.title ? -1 : 1));
    if (apply)
      await context.records.updateMany(
        part,
        proposals.map(({ part: id, min_stock, target_stock }) => ({ id, fields: { min_stock, target_stock } })),
      );
    return { proposals, applied: apply };
  },
});

async function assertParts({ records }: ModuleContext, wanted: readonly string[] = []): Promise<void> {
  if (wanted.length === 0) return;
  const known = await records.getMany(part, wanted);
  const faults = wanted.flatMap((id, index) =>
    known.has(id) ? [] : [{ path: `/input/parts/${index}`, code: 'unknown_reference', message: 'is not a part.' }],
  );
  if (faults.length > 0) throw validationFailed(faults);
}

/** Quantities used in the period, by part. */
async function usedOf(
  { records, now }: ModuleContext,
  wanted: readonly string[] | undefined,
): Promise<ReadonlyMap<string, number>> {
  const since = new Date(now.getTime() - WINDOW_DAYS * DAY_MS).toISOString();
  const sums = await records.sum(movement, 'qty_delta', {
    where: {
      type: { in: CONSUMING },
      occurred_at: { gte: since },
      reversed_by: null,
      ...(wanted ? { part: { in: wanted } } : {}),
    },
    by: 'part',
  });
  return new Map([...sums].flatMap(([id, delta]) => (delta < 0 ? [[id, -delta] as const] : [])));
}

async function leadTimesOf(
  { records }: ModuleContext,
  parts: readonly Part[],
): Promise<ReadonlyMap<string, number | undefined>> {
  const ids = parts.flatMap(({ fields }) => fields.default_supplier_part ?? []);
  if (ids.length === 0 || !records.knows(supplierPart)) return new Map();
  const found = await records.getMany(supplierPart, ids);
  return new Map([...found].map(([id, { fields }]) => [id, fields.lead_time_days]));
}
