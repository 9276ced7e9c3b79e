import {
  compact,
  defineKind,
  type KindHookContext,
  type RecordChange,
  type RecordDraft,
  validationFailed,
} from '@cubit/core';
import { exactToText } from '@cubit/decimal';
import { partRecord } from '../foreign.js';
import { exactInUnit, shownOf } from '../unit.js';
import { supplierPartCreated } from '../events.js';
import { exactPackOf, supplierPartFields, supplierPartRecord, type SupplierPartKind } from './supplier-part.fields.js';
import { supplierPartHints } from './supplier-part.hints.js';

/** Above the number of supplier parts of the parts in one write. */
const MAX_SUPPLIER_PARTS = 10_000;

export const supplierPart = defineKind({
  id: 'purchases:supplier_part',
  title: ['Supplier part', 'Supplier parts'],
  description: 'A part as sold by a supplier, with its part number, packs and prices.',
  fields: supplierPartFields,
  titleField: 'sku',
  search: ['description', 'packaging'],
  index: ['part', 'supplier', 'preferred', 'sku'],
  unique: [['supplier', 'sku']],
  events: { created: supplierPartCreated },
  eventPayload: ({ fields: { supplier, part, sku } }) => ({ supplierId: supplier, partId: part, sku }),
  importing: {
    columns: {
      supplier: ['supplier name', 'vendor', 'distributor', 'company'],
      sku: ['supplier part number', 'supplier sku', 'order code', 'part number', 'order number'],
      part: ['part name', 'component', 'item'],
      url: ['link', 'product url', 'product page'],
      pack_qty: ['pack quantity', 'pack size', 'package quantity', 'units per pack'],
      moq: ['minimum order quantity', 'minimum quantity', 'min purchase'],
      last_price: ['price', 'unit price', 'cost', 'purchase price'],
      'last_price.currency': ['currency', 'price currency'],
      description: ['note', 'notes', 'details'],
    },
    units: { pack_qty: { input: 'pack_unit' } },
    // A part that is known by the number of its supplier only has that as its part number.
    copies: { 'part.mpn': 'sku' },
    match: ['sku', 'supplier'],
    identify: [['sku', 'supplier']],
  },
  ui: supplierPartHints,
  example: {
    supplier: '0192f0c1-2d3e-7000-8000-000000000001',
    part: '0192f0c1-2d3e-7000-8000-000000000002',
    sku: 'BC-M3-10',
    pack_qty: 100,
    price_breaks: [
      { min_qty: 1, unit_price: '4.50', currency: 'EUR' },
      { min_qty: 10, unit_price: '3.90', currency: 'EUR' },
    ],
  },
  async beforeWrite(context, drafts) {
    await setPacks(context, drafts);
    refuseRepeatedBreaks(drafts.filter(({ operation }) => operation === 'create' || operation === 'update'));
  },
  async onWrite(context, changes) {
    await clearOtherPreferred(context, changes);
  },
});

/** Sets the quantity of a pack in the unit of the part, and without rounding. What is shown as it was keeps its exact quantity. */
async function setPacks({ records }: KindHookContext, drafts: readonly RecordDraft<SupplierPartKind>[]): Promise<void> {
  const written = drafts.filter(({ operation }) => operation !== 'delete');
  const parts = await records.getMany(
    partRecord,
    written.map(({ fields }) => fields.part),
  );
  for (const draft of written) {
    const { pack_unit: unit, exact_pack_qty: was, ...fields } = draft.fields;
    const part = parts.get(fields.part);
    const { pack_qty } = fields;
    const isSamePart = (draft.before?.fields.part ?? fields.part) === fields.part;
    const paths = { qty: draft.path('pack_qty'), unit: draft.path('pack_unit') };
    if (unit !== undefined) {
      const exact = exactInUnit({ qty: pack_qty, unit }, part, paths);
      const shown = part ? shownOf(part, exact) : pack_qty;
      draft.fields = { ...fields, pack_qty: shown, exact_pack_qty: exactToText(exact) };
    } else if (part) {
      const exact = exactPackOf(compact({ pack_qty, exact_pack_qty: isSamePart ? was : undefined }), part);
      draft.fields = { ...fields, exact_pack_qty: exactToText(exact) };
    }
  }
}

/** Refuses two prices for the same quantity and currency. */
function refuseRepeatedBreaks(drafts: readonly RecordDraft<SupplierPartKind>[]): void {
  const faults = drafts.flatMap((draft) => {
    const seen = new Set<string>();
    return (draft.fields.price_breaks ?? []).flatMap(({ min_qty, currency }, index) => {
      const key = `${min_qty} ${currency}`;
      if (!seen.has(key)) {
        seen.add(key);
        return [];
      }
      const message = `There is another price for the quantity ${min_qty} in ${currency}.`;
      return [{ path: `${draft.path('price_breaks')}/${index}`, code: 'duplicate', message }];
    });
  });
  if (faults.length > 0) throw validationFailed(faults);
}

/** Clears `preferred` of the other supplier parts of the part. */
async function clearOtherPreferred(
  { records }: KindHookContext,
  changes: readonly RecordChange<SupplierPartKind>[],
): Promise<void> {
  const chosen = new Map(
    changes
      .filter(({ operation, before, after: { fields } }) => {
        const was = operation === 'update' && before?.fields.preferred === true && before.fields.part === fields.part;
        return operation !== 'delete' && fields.preferred && !was;
      })
      .map(({ after }) => [after.fields.part, after.id]),
  );
  if (chosen.size === 0) return;
  const preferred = await records.find(supplierPartRecord, {
    where: { part: { in: [...chosen.keys()] }, preferred: true },
    limit: MAX_SUPPLIER_PARTS,
  });
  const others = preferred.filter(({ id, fields }) => chosen.get(fields.part) !== id);
  await records.updateMany(
    supplierPartRecord,
    others.map(({ id }) => ({ id, fields: { preferred: false } })),
  );
}
