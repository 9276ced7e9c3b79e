import { defineUpgrade, type UpgradeDefinition } from '@cubit/core';
import { sumOfExact } from '@cubit/decimal';
import { stockItemRecord } from './foreign.js';
import { chargeProjectsForOrders } from './order/charge-projects.js';
import { order } from './order/order.kind.js';
import { linesOf } from './order-item/lines-of.js';
import { cancelledTotalOf } from './order-item/apply-line-effects.js';
import { quantitiesOf, storedQuantities } from './order-item/line-quantities.js';
import { orderItem } from './order-item/order-item.kind.js';
import { exactOf } from './receipt/convert-lines.js';
import { markArrived } from './receipt/mark-arrived.action.js';
import { supplierPart } from './supplier-part/supplier-part.kind.js';
import { receipt } from './receipt/receipt.kind.js';

/** Above the number of stock items of the receipts in one step. */
const MAX_ITEMS = 100_000;
/** Above the number of receipts of the orders of the lines in one step. */
const MAX_RECEIPTS = 100_000;

/** Sets `cancelled_total` of orders that were written before the field existed. */
const cancelledTotals = defineUpgrade({
  id: 'cancelled_totals',
  kind: order,
  async run(context, orders) {
    const open = new Map(
      orders.filter(({ fields }) => fields.cancelled_total === undefined).map((one) => [one.id, one]),
    );
    const lines = await linesOf(context, [...open.keys()]);
    const byOrder = Map.groupBy(lines, ({ fields }) => fields.order);
    const cancelled = [...byOrder].filter(([, own]) => own.some(({ fields }) => fields.qty_cancelled > 0));
    await context.records.updateMany(
      order,
      cancelled.map(([id, own]) => {
        return { id, fields: { cancelled_total: cancelledTotalOf(own, open.get(id)?.fields.currency) } };
      }),
    );
  },
});

/** Sets the project of stock items that were received from orders for a project. */
const stockOfProjects = defineUpgrade({
  id: 'stock_of_projects',
  kind: receipt,
  async run({ records }, receipts) {
    if (!records.knows(stockItemRecord)) return;
    const orders = await records.getMany(
      order,
      receipts.map(({ fields }) => fields.order),
    );
    const projects = new Map(
      receipts.flatMap(({ id, fields }) => {
        const project = orders.get(fields.order)?.fields.project;
        return project === undefined ? [] : [[id, project] as const];
      }),
    );
    if (projects.size === 0) return;
    const items = await records.find(stockItemRecord, {
      where: { source: { in: [...projects.keys()] }, project: null },
      limit: MAX_ITEMS,
    });
    await records.updateMany(
      stockItemRecord,
      items.flatMap(({ id, fields: { source } }) => {
        const project = projects.get(source?.id ?? '');
        return project === undefined ? [] : [{ id, fields: { project } }];
      }),
    );
  },
});

/** Charges projects for all orders so far, because project costs start again at zero. */
const projectCosts = defineUpgrade({
  id: 'project_costs',
  kind: order,
  after: ['projects:costs'],
  run: chargeProjectsForOrders,
});

/** Sets the exact quantities of order lines, and the status of orders that sums of rounded shares of packs kept open. */
const exactQuantities = defineUpgrade({
  id: 'exact_quantities',
  kind: orderItem,
  async run(context, items) {
    const { records } = context;
    const stale = items.filter(({ fields }) => fields.exact === undefined);
    const lines = await records.rederive(
      orderItem,
      stale.map(({ id }) => id),
    );
    const orderIds = [...new Set(lines.map(({ fields }) => fields.order))];
    const receipts = await records.find(receipt, {
      where: { order: { in: orderIds }, reversed: false },
      limit: MAX_RECEIPTS,
    });
    await records.updateMany(
      orderItem,
      lines.flatMap(({ id, fields }) => {
        const own = quantitiesOf(fields);
        const came = receipts.filter((one) => one.fields.lines.some(({ order_item }) => order_item === id));
        const received = sumOfExact(
          came.flatMap((one) =>
            one.fields.lines.filter(({ order_item }) => order_item === id).map((line) => exactOf(line, own)),
          ),
        );
        if (received === own.received) return [];
        return [{ id, fields: { exact: storedQuantities({ ...own, received }) } }];
      }),
    );
    const orders = await records.getMany(order, orderIds);
    for (const one of orders.values())
      if (one.fields.status === 'partially_received' && one.fields.open_lines === 0)
        await context.invoke(markArrived.id, one, {});
  },
});

/** Sets the exact quantities of packs, from what is shown of them. */
const exactPacks = defineUpgrade({
  id: 'exact_packs',
  kind: supplierPart,
  isStale: ({ fields }) => fields.exact_pack_qty === undefined,
});

export const upgrades: readonly UpgradeDefinition[] = [
  cancelledTotals,
  stockOfProjects,
  projectCosts,
  exactQuantities,
  exactPacks,
];
