import { isEmpty, quantityFields, totalsOfPart } from './stock/stock-totals.js';
import { defineUpgrade, type UpgradeDefinition } from '@cubit/core';
import { exactToText } from '@cubit/decimal';
import { bomLine } from './bom/bom-line.kind.js';
import { movement } from './movement/movement.kind.js';
import { isWithoutUnit } from './movement/movement-title.js';
import { chargeProjects, mayChargeProject } from './stock/charge-projects.js';
import { parameter } from './parameter/parameter.kind.js';
import { updateParameters } from './parameter/parameter-values.js';
import { part } from './part/part.kind.js';
import { exactOfPart } from './part/unit.js';
import { isLow } from './stock/low-stock.js';
import { place } from './stock/place.js';
import { recountPlaces } from './stock/recount-places.js';
import { isOpen } from './reservation/open-reservation.js';
import { reservation } from './reservation/reservation.kind.js';
import { stockItem } from './stock-item/stock-item.kind.js';

/** Counts the stock of locations that were created before item counts existed. */
const contents = defineUpgrade({ id: 'contents', kind: place, after: ['spaces:above'], run: recountPlaces });

/** Charges projects for all stock used so far, because project costs start again at zero. */
const projectCosts = defineUpgrade({
  id: 'project_costs',
  kind: movement,
  after: ['projects:costs', 'purchases:stock_of_projects'],
  async run(context, movements) {
    const charged = movements.filter(({ fields }) => mayChargeProject(fields));
    if (charged.length === 0) return;
    const items = await context.records.getMany(
      stockItem,
      charged.flatMap(({ fields }) => fields.stock_item ?? []),
    );
    await chargeProjects(
      context,
      charged.map((made) => ({
        made,
        paid: items.get(made.fields.stock_item ?? '')?.fields.project !== undefined,
      })),
    );
  },
});

/** Marks parts that are low and were never marked: low from their first stock on, or before there was a mark. */
const lowFromTheStart = defineUpgrade({
  id: 'low_from_the_start',
  kind: part,
  async run({ records, now, notify }, parts) {
    const unmarked = parts.filter(({ fields }) => fields.low_since === undefined && isLow(fields));
    if (unmarked.length === 0) return;
    const ids = unmarked.map(({ id }) => id);
    const moved = await records.sum(movement, 'qty_delta', { where: { part: { in: ids } }, by: 'part' });
    const low = ids.filter((id) => moved.has(id));
    if (low.length === 0) return;
    await records.updateMany(
      part,
      low.map((id) => ({ id, fields: { low_since: now.toISOString() } })),
    );
    const message =
      low.length === 1 ? '1 more part is below its minimum.' : `${low.length} more parts are below their minimum.`;
    await notify({ message, link: '/modules/inventory/records/part', priority: 'high' });
  },
});

/** Writes parameters on their parts, by which parts are filtered. */
const parameterValues = defineUpgrade({
  id: 'parameter_values',
  kind: parameter,
  run: (context, parameters) =>
    updateParameters(
      context,
      parameters.map(({ fields }) => fields.part),
    ),
});

/** Sets `open_for` of open reservations, by which they are released. */
const openFor = defineUpgrade({
  id: 'open_for',
  kind: reservation,
  isStale: ({ fields }) => isOpen(fields),
});

/** Sets the exact quantities and costs of stock items, from what is shown of them. */
const exactStock = defineUpgrade({
  id: 'exact_stock',
  kind: stockItem,
  isStale: ({ fields }) => fields.exact_qty === undefined,
});

/** Sets the exact quantities of reservations. */
const exactReservations = defineUpgrade({
  id: 'exact_reservations',
  kind: reservation,
  isStale: ({ fields }) => fields.exact === undefined,
});

/** Sets the exact quantities of parts, and converts the quantities in `worth` into plain units. */
const exactTotals = defineUpgrade({
  id: 'exact_totals',
  kind: part,
  async run({ records }, parts) {
    await records.updateMany(
      part,
      parts.flatMap((owner) => {
        const { exact, worth = [] } = owner.fields;
        const total = totalsOfPart(owner);
        if (exact !== undefined || isEmpty(total)) return [];
        // Earlier versions wrote numbers, in the unit of the part.
        const converted = worth.map((one) => ({ ...one, qty: exactToText(exactOfPart(owner, Number(one.qty))) }));
        const totals = quantityFields(owner, total);
        return [{ id: owner.id, fields: { ...totals, ...(worth.length > 0 ? { worth: converted } : {}) } }];
      }),
    );
  },
});

/** Sets the exact quantities of lines of bills, from what is shown of them. */
const exactBills = defineUpgrade({
  id: 'exact_bills',
  kind: bomLine,
  isStale: ({ fields }) => fields.exact_qty_per === undefined,
});

/** Gives the titles of movements the unit of the part. */
const movementUnits = defineUpgrade({
  id: 'movement_units',
  kind: movement,
  isStale: ({ title, fields }) => isWithoutUnit(title, fields),
});

export const upgrades: readonly UpgradeDefinition[] = [
  contents,
  projectCosts,
  lowFromTheStart,
  openFor,
  parameterValues,
  exactTotals,
  exactStock,
  exactReservations,
  exactBills,
  movementUnits,
];
