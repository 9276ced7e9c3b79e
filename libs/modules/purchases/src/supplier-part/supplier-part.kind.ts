import { defineKind, type KindHookContext, type RecordChange, type RecordDraft, validationFailed } from '@cubit/core';
import { partRecord } from '../foreign.js';
import { packInStockUnits } from '../unit.js';
import { supplierPartCreated } from '../events.js';
import { supplierPartFields, supplierPartRecord, type SupplierPartKind } from './supplier-part.fields.js';
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
    await convertPacks(context, drafts);
    refuseRepeatedBreaks(drafts.filter(({ operation }) => operation === 'create' || operation === 'update'));
  },
  async onWrite(context, changes) {
    await clearOtherPreferred(context, changes);
  },
});

/** The quantity of a pack in the unit of the part. */
async function convertPacks(
  { records }: KindHookContext,
  drafts: readonly RecordDraft<SupplierPartKind>[],
): Promise<void> {
  const named = drafts.filter(({ fields }) => fields.pack_unit !== undefined);
  if (named.length === 0) return;
  const parts = await records.getMany(
    partRecord,
    named.map(({ fields }) => fields.part),
  );
  for (const draft of named) {
    const { pack_unit: unit = '', ...fields } = draft.fields;
    const given = { qty: fields.pack_qty, unit };
    const paths = { qty: draft.path('pack_qty'), unit: draft.path('pack_unit') };
    draft.fields = { ...fields, pack_qty: packInStockUnits(given, parts.get(fields.part), paths) };
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
