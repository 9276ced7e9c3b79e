import * as exact from '@cubit/decimal';
import { addAmounts, type Amounts, negateAmounts } from '@cubit/decimal';
import type { KindHookContext, ModuleContext, RecordChange } from '@cubit/core';
import { projectRecord } from '../foreign.js';
import { amountOf, sumOf } from '../money/amount.js';
import { orderTotal } from './order-total.js';
import type { Order, OrderKind } from './order.fields.js';
import { isPlaced } from './order-status.js';

/** Charges projects with the totals of their placed orders, less what was cancelled. */
export function chargeProjects(context: KindHookContext, changes: readonly RecordChange<OrderKind>[]): void {
  const costs = new Map<string, Amounts>();
  const charge = (order: Order | null, signed: (cost: Amounts) => Amounts) => {
    const project = order?.fields.project;
    if (order === null || project === undefined) return;
    costs.set(project, addAmounts(costs.get(project) ?? {}, signed(costOf(order))));
  };
  for (const { operation, before, after } of changes) {
    if (operation !== 'restore') charge(before, negateAmounts);
    if (operation !== 'delete') charge(after, (cost) => cost);
  }
  const changed = [...costs].filter(([, cost]) => Object.keys(cost).length > 0);
  if (changed.length === 0 || !context.records.knows(projectRecord)) return;
  context.beforeCommit('costs', changed, (all) => addCosts(context, all.flat()));
}

/** As `chargeProjects`, for orders that were not charged yet. */
export async function chargeProjectsForOrders(context: ModuleContext, orders: readonly Order[]): Promise<void> {
  if (!context.records.knows(projectRecord)) return;
  await addCosts(
    context,
    orders.flatMap((order) => {
      const { project } = order.fields;
      return project === undefined ? [] : [[project, costOf(order)] as const];
    }),
  );
}

async function addCosts({ records }: ModuleContext, costs: readonly (readonly [string, Amounts])[]): Promise<void> {
  await records.updateEach(
    projectRecord,
    costs.map(([id]) => id),
    ({ id, fields }) => ({
      costs: addAmounts(fields.costs ?? {}, ...costs.flatMap(([of, cost]) => (of === id ? [cost] : []))),
    }),
  );
}

function costOf({ fields }: Order): Amounts {
  const { status, subtotal, cancelled_total, currency = '' } = fields;
  if (!isPlaced(status)) return {};
  const goods = sumOf([amountOf(subtotal), exact.negateDecimal(amountOf(cancelled_total))]);
  return addAmounts({ [currency]: exact.decimalToText(orderTotal(fields, goods)) });
}
