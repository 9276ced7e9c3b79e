import { defineUpgrade, type UpgradeDefinition } from '@cubit/core';
import { stockItemRecord } from './foreign.js';
import { chargeProjectsForOrders } from './order/charge-projects.js';
import { order } from './order/order.kind.js';
import { linesOf } from './order-item/lines-of.js';
import { cancelledTotalOf } from './order-item/apply-line-effects.js';
import { receipt } from './receipt/receipt.kind.js';

/** Above the number of stock items of the receipts in one step. */
const MAX_ITEMS = 100_000;

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

export const upgrades: readonly UpgradeDefinition[] = [cancelledTotals, stockOfProjects, projectCosts];
