import { defineUpgrade, type UpgradeDefinition } from '@cubit/core';
import { stockItemRecord } from './foreign.js';
import { chargeOrders } from './order/charge-projects.js';
import { order } from './order/order.kind.js';
import { linesOf } from './order-item/lines-of.js';
import { cancelledTotalOf } from './order-item/settle-items.js';
import { receipt } from './receipt/receipt.kind.js';

/** Stock items that came by the receipts of one step: far more than there are. */
const MAX_ITEMS = 100_000;

/** Orders that were written before they knew what of them was cancelled. */
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

/** Stock that came by an order for a project bears that project, which has paid for it. */
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

/** What orders cost their projects: all of them, since costs begin anew. */
const projectCosts = defineUpgrade({
  id: 'project_costs',
  kind: order,
  after: ['projects:costs'],
  run: chargeOrders,
});

export const upgrades: readonly UpgradeDefinition[] = [cancelledTotals, stockOfProjects, projectCosts];
